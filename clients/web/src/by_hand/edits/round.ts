/** Edits of where the game stands: round, phase, who decides, action, events, and what is left of a turn. */

import { create } from "@bufbuild/protobuf";
import {
  type Action,
  DepartmentUsesSchema,
  type Event,
  IncomeChoiceSchema,
  type Phase,
  type ProjectType,
  type Turn,
  TurnSchema,
} from "carnegie-client";
import { type Edit, editing } from "./edit.js";

export const setRound = (round: number): Edit =>
  editing((copy) => {
    copy.round = round;
  });

export const setPhase = (phase: Phase): Edit =>
  editing((copy) => {
    copy.phase = phase;
  });

export const setFirstPlayer = (seat: number): Edit =>
  editing((copy) => {
    copy.firstPlayer = seat;
  });

/** Say whose decision is awaited. */
export const setPlayer = (seat: number): Edit =>
  editing((copy) => {
    copy.player = seat;
  });

export const setAction = (action: Action): Edit =>
  editing((copy) => {
    copy.action = action;
  });

/** Set one of the events that are still to be resolved; without an event, take it away; behind the last one, add it. */
export const setAwaitedEvent = (index: number, event: Event | undefined): Edit =>
  editing((copy) => {
    copy.events.splice(index, 1, ...(event === undefined ? [] : [event]));
  });

/** Have the turn be as it begins: the service then works out what it has. */
export const beginTurn: Edit = editing((copy) => {
  delete copy.turn;
});

const editingTurn = (change: (turn: Turn) => void): Edit =>
  editing((copy) => {
    copy.turn ??= create(TurnSchema);
    change(copy.turn);
  });

/** Say what is left of the turn by hand, from what it is now. */
export const setTurn = (turn: Turn | undefined): Edit =>
  editing((copy) => {
    copy.turn = create(TurnSchema, turn ?? {});
  });

export const setTurnAction = (action: Action): Edit =>
  editingTurn((turn) => {
    turn.action = action;
  });

/** What a turn counts. */
export type TurnAmount = "moves" | "studyPoints" | "relocations";

/** What a turn says yes or no to. */
export type TurnMark = "broughtHome" | "donated" | "acted" | "diagonal" | "payrollStoodUp";

export const setTurnAmount = (name: TurnAmount, amount: number): Edit =>
  editingTurn((turn) => {
    turn[name] = amount;
  });

export const setTurnMark = (name: TurnMark, isSo: boolean): Edit =>
  editingTurn((turn) => {
    turn[name] = isSo;
  });

/** How often the Department of a space can still be used; 0 takes it off the list. */
export const setUses = (space: string, count: number): Edit =>
  editingTurn((turn) => {
    const others = turn.uses.filter((uses) => uses.space !== space);
    if (turn.uses.find((uses) => uses.space === space)?.count === count) {
      // In their order, so that an edit that changes nothing is none.
      return;
    }
    turn.uses = count === 0 ? others : [...others, create(DepartmentUsesSchema, { space, count })];
  });

/** Whether a project income has still to be chosen. */
export const setIncomeChoice = (type: ProjectType, circle: number, isOpen: boolean): Edit =>
  editingTurn((turn) => {
    const others = turn.choices.filter((choice) => choice.type !== type || choice.circle !== circle);
    turn.choices = isOpen ? [...others, create(IncomeChoiceSchema, { type, circle })] : others;
  });
