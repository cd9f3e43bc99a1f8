"""The full names of the calls."""

from __future__ import annotations

SUGGEST = "/carnegie.v1.AdvisorService/Suggest"
ANALYZE = "/carnegie.v1.AdvisorService/Analyze"
ANALYZE_BATCH = "/carnegie.v1.AdvisorService/AnalyzeBatch"
BATCH_ITEM = "/carnegie.v1.AdvisorService/AnalyzeBatch/item"
"""No call of its own, but a question of a batch: what the log and the metrics know it by."""
EVALUATE_PLAN = "/carnegie.v1.AdvisorService/EvaluatePlan"
VALIDATE_POSITION = "/carnegie.v1.RulesService/ValidatePosition"
APPLY_PLAN = "/carnegie.v1.RulesService/ApplyPlan"
LIST_LEGAL_STEPS = "/carnegie.v1.RulesService/ListLegalSteps"
READ_STEPS = "/carnegie.v1.RulesService/ReadSteps"
SCORE_POSITION = "/carnegie.v1.RulesService/ScorePosition"
NEW_GAME = "/carnegie.v1.RulesService/NewGame"
REPLAY_RECORD = "/carnegie.v1.RulesService/ReplayRecord"
GET_COMPONENTS = "/carnegie.v1.RulesService/GetComponents"
VALIDATE_COMPONENTS = "/carnegie.v1.RulesService/ValidateComponents"
NEW_SOLO_GAME = "/carnegie.v1.SoloService/NewSoloGame"
PLAY_ANDREW = "/carnegie.v1.SoloService/PlayAndrew"
LIST_GAMES = "/carnegie.v1.GameStoreService/ListGames"
SAVE_GAME = "/carnegie.v1.GameStoreService/SaveGame"
LOAD_GAME = "/carnegie.v1.GameStoreService/LoadGame"
DELETE_GAME = "/carnegie.v1.GameStoreService/DeleteGame"
REVIEW_GAME = "/carnegie.v1.ReviewService/ReviewGame"
REVIEWED_DECISION = "/carnegie.v1.ReviewService/ReviewGame/decision"
"""No call of its own, but a decision of a review: what the log knows it by."""
GET_INFO = "/carnegie.v1.InfoService/GetInfo"

WORKER_METHODS = (
    SUGGEST,
    ANALYZE,
    EVALUATE_PLAN,
    VALIDATE_POSITION,
    APPLY_PLAN,
    LIST_LEGAL_STEPS,
    READ_STEPS,
    SCORE_POSITION,
    NEW_GAME,
    REPLAY_RECORD,
    GET_COMPONENTS,
    VALIDATE_COMPONENTS,
    NEW_SOLO_GAME,
    PLAY_ANDREW,
    REVIEW_GAME,
)
"""The calls that need the solver; the others are answered at once."""

GAME_METHODS = (LIST_GAMES, SAVE_GAME, LOAD_GAME, DELETE_GAME)
"""The calls of the games that are kept; of these only the one that saves needs the solver, too."""

CACHED_METHODS = (SUGGEST, EVALUATE_PLAN)
"""The calls whose answers are remembered: those that search, and give one message."""

STREAMING_METHODS = (ANALYZE, REVIEW_GAME)
"""The calls that answer one message with a stream."""

BATCH_METHODS = (ANALYZE_BATCH,)
"""The calls that answer a stream with a stream."""
