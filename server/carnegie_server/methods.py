"""The full names of the calls."""

from __future__ import annotations

SUGGEST = "/carnegie.v1.AdvisorService/Suggest"
VALIDATE_POSITION = "/carnegie.v1.RulesService/ValidatePosition"
APPLY_PLAN = "/carnegie.v1.RulesService/ApplyPlan"
GET_INFO = "/carnegie.v1.InfoService/GetInfo"

WORKER_METHODS = (SUGGEST, VALIDATE_POSITION, APPLY_PLAN)
"""The calls that need the solver; the others are answered at once."""
