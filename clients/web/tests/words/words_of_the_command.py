"""Say the steps of recorded games as the command does: for the test that the page has the same words.

Reads replayed games in JSON, a line each, and writes the sentences of each as a JSON list, a line each.
"""

import json
import sys

from google.protobuf import json_format

from carnegie.v1.rules_pb2 import ReplayRecordResponse
from carnegie_client.advice.company import CompanyNames
from carnegie_client.advice.steps import sentences
from carnegie_client.advice.words import phase_name

for game in sys.stdin:
    replayed = json_format.Parse(game, ReplayRecordResponse())
    companies = [CompanyNames(replayed.start, player) for player in range(len(replayed.start.players))]
    said = [
        sentence
        for made in replayed.steps
        for sentence in sentences([made.step], companies[made.player], [phase_name(made.phase)])
    ]
    sys.stdout.write(json.dumps(said) + "\n")
