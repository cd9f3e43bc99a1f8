"""Sends damaged messages to every call: ``PYTHONPATH=tests python -m load.fuzz --messages 200000``.

Message N of seed S is always the same, so that ``--seed S --first N --messages 1`` sends it again alone.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import itertools
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2
from grpc import aio

from carnegie.v1 import advisor_pb2, review_pb2, rules_pb2
from carnegie_server.methods import (
    ANALYZE,
    APPLY_PLAN,
    DELETE_GAME,
    EVALUATE_PLAN,
    LOAD_GAME,
    PLAY_ANDREW,
    REPLAY_RECORD,
    REVIEW_GAME,
    SAVE_GAME,
    STREAMING_METHODS,
    SUGGEST,
)
from load.mutations import damaged, mutated, random_bytes
from load.reporting import say, table
from load.valid_requests import RESPONSES, valid_request
from server.service_process import ServiceProcess, refusal, running_service

FLAGS: Final = (
    "--max-time-limit=1",
    f"--workers={max(2, len(os.sched_getaffinity(0)))}",
    "--games-path=:memory:",
    "--max-games=0",
)
"""How the service is started: what has lost its limit of time on the way is not to hold a worker for long."""

IN_FLIGHT: Final = 12
REPLAYED_SHARE: Final = 0.5
"""Of the plans that the advisor gives, how many are played by ApplyPlan."""

_ADVISOR: Final = (SUGGEST, ANALYZE, EVALUATE_PLAN)
_TIMEOUT: Final = 60.0
_ASKED_AGAIN: Final = 200
_ROUNDS: Final = 3
_BUSY: Final = ("RESOURCE_EXHAUSTED", "BUSY")


def declared(method: str) -> set[tuple[str, str]]:
    """Give the codes and reasons with which a call may end by the contract and docs/service.md."""
    found = {("OK", ""), ("INVALID_ARGUMENT", "MALFORMED_MESSAGE"), ("INVALID_ARGUMENT", "INVALID_REQUEST")}
    if method in (APPLY_PLAN, REPLAY_RECORD, REVIEW_GAME, SAVE_GAME):
        found.add(("INVALID_ARGUMENT", "ILLEGAL_STEP"))
    if method in _ADVISOR:
        found |= {("FAILED_PRECONDITION", "WAITS_FOR_ANDREW"), ("DEADLINE_EXCEEDED", "NO_ANSWER_IN_TIME")}
    if method in (SAVE_GAME, LOAD_GAME, DELETE_GAME):
        found.add(("NOT_FOUND", "GAME_NOT_FOUND"))
    if method in (SAVE_GAME, DELETE_GAME):
        found.add(("ABORTED", "VERSION_CONFLICT"))
    if method == PLAY_ANDREW:
        found.add(("FAILED_PRECONDITION", "NOT_ANDREWS_TURN"))
    return found


@dataclass(frozen=True)
class FuzzedMessage:
    """A message to be sent.

    Attributes
    ----------
    number
        Which one of its seed.
    kind
        How it has been made: raw, damaged, or mutated.
    method
        The call that it is for.
    data
        Its bytes.
    """

    number: int
    kind: str
    method: str
    data: bytes


def fuzzed_message(seed: int, number: int) -> FuzzedMessage:
    """Make one of a seed's messages, always the same."""
    chance = random.Random(f"{seed}:{number}")
    method = chance.choice((*RESPONSES, SUGGEST, SUGGEST, ANALYZE, EVALUATE_PLAN, APPLY_PLAN))
    kind = chance.choices(("raw", "damaged", "mutated"), (1, 3, 6))[0]
    if kind == "raw":
        return FuzzedMessage(number, kind, method, random_bytes(chance))
    request = valid_request(method, chance)
    if kind == "damaged":
        return FuzzedMessage(number, kind, method, damaged(request.SerializeToString(), chance))
    return FuzzedMessage(number, kind, method, mutated(request, valid_request(method, chance), chance))


@dataclass
class Findings:
    """What has come of the messages.

    Attributes
    ----------
    outcomes
        The messages by kind, code and reason.
    wrong
        Messages whose answer broke a promise, and which promise.
    without_answer
        Messages to which no answer was found in time.
    plans
        How many plans of the advisor have been played by ApplyPlan.
    sent_away
        How often one was told to come again, and did.
    """

    outcomes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    wrong: list[tuple[FuzzedMessage, str]] = field(default_factory=list)
    without_answer: list[FuzzedMessage] = field(default_factory=list)
    plans: int = 0
    sent_away: int = 0

    @property
    def messages(self) -> int:
        """How many have been answered."""
        return self.outcomes.total()


class Fuzzer:
    """Sends messages to a service and judges its answers.

    Parameters
    ----------
    channel
        Leads to the service.
    seed
        Decides which plans are played.
    """

    def __init__(self, channel: aio.Channel, seed: int) -> None:
        self._channel = channel
        self._seed = seed
        self.findings = Findings()

    async def send(self, message: FuzzedMessage) -> None:
        """Send a message, and note how it ends."""
        outcome, answers = await self._call(message)
        code, reason = outcome
        self.findings.outcomes[message.kind, code, reason] += 1
        if outcome not in declared(message.method):
            self._wrong(message, f"ended with {code} {reason}")
        if code == "DEADLINE_EXCEEDED":
            self.findings.without_answer.append(message)
        try:
            await self._judge(message, code, answers)
        except DecodeError as fault:
            self._wrong(message, f"the answer cannot be read: {fault}")

    async def _call(self, message: FuzzedMessage) -> tuple[tuple[str, str], list[bytes]]:
        while (ending := await self._try(message))[0] == _BUSY:
            self.findings.sent_away += 1
            await asyncio.sleep(0.1)
        return ending

    async def _try(self, message: FuzzedMessage) -> tuple[tuple[str, str], list[bytes]]:
        answers: list[bytes] = []
        try:
            if message.method in STREAMING_METHODS:
                stream: aio.UnaryStreamMultiCallable[bytes, bytes] = self._channel.unary_stream(
                    message.method
                )
                async for answer in stream(message.data, timeout=_TIMEOUT):
                    answers.append(answer)  # noqa: PERF401 # those before an error are kept
            else:
                call: aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(message.method)
                answers.append(await call(message.data, timeout=_TIMEOUT))
        except aio.AioRpcError as error:
            return (error.code().name, _reason(error)), answers
        return ("OK", ""), answers

    async def _judge(self, message: FuzzedMessage, code: str, answers: list[bytes]) -> None:
        if message.method == REVIEW_GAME:
            reviewed = [review_pb2.ReviewGameResponse.FromString(answer) for answer in answers]
            self._judge_stream(message, code, reviewed)
        elif message.method == ANALYZE:
            parts = [advisor_pb2.AnalyzeResponse.FromString(answer) for answer in answers]
            self._judge_stream(message, code, parts)
            if code == "OK" and parts:
                await self._judge_suggestion(
                    message,
                    advisor_pb2.AnalyzeRequest.FromString(message.data).question,
                    parts[-1].suggestion,
                )
        elif code == "OK":
            answer = RESPONSES[message.method].FromString(answers[0])
            if isinstance(answer, advisor_pb2.SuggestResponse):
                await self._judge_suggestion(
                    message, advisor_pb2.SuggestRequest.FromString(message.data), answer
                )

    def _judge_stream(
        self,
        message: FuzzedMessage,
        code: str,
        parts: Sequence[advisor_pb2.AnalyzeResponse | review_pb2.ReviewGameResponse],
    ) -> None:
        """See to it that a stream has one final message, which says what its status does."""
        if [part.final for part in parts] != [False] * (len(parts) - 1) + [True]:
            self._wrong(message, "the stream has not exactly one final message, at its end")
        elif parts[-1].HasField("failure") != (code != "OK"):
            self._wrong(message, "the final message says otherwise than the status")

    async def _judge_suggestion(
        self,
        message: FuzzedMessage,
        question: advisor_pb2.SuggestRequest,
        answer: advisor_pb2.SuggestResponse,
    ) -> None:
        best = advisor_pb2.SUGGESTION_STATUS_PROVED_BEST
        if (answer.status == advisor_pb2.SUGGESTION_STATUS_NO_LEGAL_ACTION) != (not answer.lines):
            self._wrong(message, "lines without a plan, or a plan without lines")
        if answer.lines and answer.bound < answer.lines[0].gain:
            self._wrong(message, f"the plan gains {answer.lines[0].gain}, the bound is {answer.bound}")
        if answer.lines and answer.status == best and answer.bound != answer.lines[0].gain:
            self._wrong(message, f"proved best at {answer.lines[0].gain}, the bound is {answer.bound}")
        chance = random.Random(f"{self._seed}:{message.number}:plan")
        if answer.lines and chance.random() < REPLAYED_SHARE:
            await self._play(message, question, chance.choice(answer.lines))

    async def _play(
        self, message: FuzzedMessage, question: advisor_pb2.SuggestRequest, line: advisor_pb2.Line
    ) -> None:
        request = rules_pb2.ApplyPlanRequest(
            position=question.position,
            steps=[planned.step for planned in line.steps],
            components_json=question.components_json,
        )
        plan = FuzzedMessage(message.number, message.kind, APPLY_PLAN, request.SerializeToString())
        outcome, _ = await self._call(plan)
        self.findings.plans += 1
        if outcome != ("OK", ""):
            self._wrong(message, f"ApplyPlan refuses the plan: {' '.join(outcome)}")

    def _wrong(self, message: FuzzedMessage, promise: str) -> None:
        self.findings.wrong.append((message, promise))


def _reason(error: aio.AioRpcError) -> str:
    info = error_details_pb2.ErrorInfo()
    try:
        details = refusal(error).status.details
    except AssertionError:
        return "without details"
    return info.reason if any(each.Unpack(info) for each in details) else "without a reason"


async def send_all(
    address: str, seed: int, numbers: Iterable[int], seconds: float, in_flight: int
) -> Findings:
    """Send a seed's messages, several at the same time, until all are sent or the time is over."""
    end = time.monotonic() + seconds
    left = iter(numbers)
    options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
    async with aio.insecure_channel(address, options=options) as channel:
        fuzzer = Fuzzer(channel, seed)

        async def sender() -> None:
            for number in left:
                if time.monotonic() > end:
                    return
                await fuzzer.send(fuzzed_message(seed, number))

        await asyncio.gather(*(sender() for _ in range(in_flight)))
    return fuzzer.findings


@dataclass(frozen=True)
class Fuzzing:
    """What has come of all of it.

    Attributes
    ----------
    findings
        Of the messages.
    seconds
        What it took.
    broken
        The promises that were not kept, in words; empty where all is well.
    overran
        Workers that were killed since they did not answer in time, on the first try.
    """

    findings: Findings
    seconds: float
    broken: tuple[str, ...]
    overran: int

    def rows(self) -> list[tuple[object, ...]]:
        """Give the messages by kind, code and reason."""
        return [(*outcome, count) for outcome, count in sorted(self.findings.outcomes.items())]


def fuzz(service: ServiceProcess, seed: int, numbers: Iterable[int], seconds: float = 1e9) -> Fuzzing:
    """Send a seed's messages to a service, and judge what comes of it."""
    started = time.monotonic()
    findings = asyncio.run(send_all(service.address, seed, numbers, seconds, IN_FLIGHT))
    taken = time.monotonic() - started
    broken = [
        f"message {message.number} ({message.kind}, {message.method}): {promise}\n"
        f"    {base64.b64encode(message.data[:3_000]).decode()}"
        for message, promise in findings.wrong
    ]
    overran = service.log().count(" overran; replacing it")
    # Whoever shares the machine may have taken the time of those: alone they must not overrun again and again.
    again = [message.number for message in findings.without_answer[:_ASKED_AGAIN]]
    late = overran
    for _ in range(_ROUNDS):
        before = service.log().count(" overran; replacing it")
        if late:
            asked = asyncio.run(send_all(service.address, seed, again, seconds, 1))
            again = [message.number for message in asked.without_answer]
            late = service.log().count(" overran; replacing it") - before
    if late:
        broken.append(
            f"{late} of the messages {again} held a worker past its budget each time, also asked alone"
        )
    all_late = service.log().count(" overran; replacing it")
    lost = service.log().count("; replacing it") - all_late
    if lost:
        broken.append(f"{lost} workers died")
    if service.process.poll() is not None:
        broken.append(f"the service ended with {service.process.returncode}")
    if "Traceback" in service.log():
        broken.append("the log has a traceback")
    return Fuzzing(findings, taken, tuple(broken), overran)


def main() -> int:
    """Send messages and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=200_000, help="how many")
    parser.add_argument("--seconds", type=float, default=3_600.0, help="the longest to send them for")
    parser.add_argument("--seed", type=int, default=1, help="decides all messages")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    arguments = parser.parse_args()
    numbers = itertools.islice(itertools.count(arguments.first), arguments.messages)
    with running_service(*FLAGS) as service:
        done = fuzz(service, arguments.seed, numbers, arguments.seconds)
        log = service.log()
    findings = done.findings
    say(f"{findings.messages} messages of seed {arguments.seed} in {done.seconds:.0f} s\n")
    say(table(("kind", "code", "reason", "messages"), done.rows()))
    say(
        f"\n{findings.plans} plans played by ApplyPlan; sent away and come again {findings.sent_away} times; "
        f"{done.overran} workers replaced that were late under load."
    )
    if findings.without_answer:
        numbers_of = ", ".join(str(message.number) for message in findings.without_answer[:50])
        say(f"Without an answer in time: messages {numbers_of}.")
    for promise in done.broken:
        say(f"\nBROKEN: {promise}")
    if done.broken:
        sys.stderr.write("\n".join(line for line in log.splitlines() if " INFO " not in line)[:20_000])
    return 1 if done.broken else 0


if __name__ == "__main__":
    sys.exit(main())
