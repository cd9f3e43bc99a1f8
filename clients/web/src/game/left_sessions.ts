/** Games that were left before all that was done in them had been saved. */

import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Saving } from "./saving.js";

/** A game or a table with its saving. */
interface Leavable {
  readonly game: { readonly busy: ReadonlySignal<boolean> };
  readonly saving: Pick<Saving, "kept" | "unsaved">;
}

/**
 * Keeps what has been left going until it is saved; whoever comes back before gets the very same again.
 *
 * So a game is never loaded from its place while a save of it is under way, which would lose what is being saved.
 */
export class LeftSessions<Session extends Leavable> {
  readonly #left = new Map<Session, () => void>();
  readonly #sessions = signal<readonly Session[]>([]);
  readonly #isUnsaved: (session: Session) => boolean;
  readonly #stop: (session: Session) => void;

  /**
   * @param isUnsaved whether something of a session is not saved; it reads signals
   * @param stop called with each session once it is saved, or is not wanted any more
   */
  constructor(isUnsaved: (session: Session) => boolean, stop: (session: Session) => void) {
    this.#isUnsaved = isUnsaved;
    this.#stop = stop;
  }

  /** Those that have been left and are not saved yet, the first left one first. */
  get sessions(): ReadonlySignal<readonly Session[]> {
    return this.#sessions;
  }

  /** Whether something of any of them is not saved. */
  get unsaved(): boolean {
    return [...this.#left.keys()].some(this.#isUnsaved);
  }

  /** Leave a session: it goes on until what is being done in it has been done, and is saved. */
  leave(session: Session): void {
    const stopWatching = effect(() => {
      if (this.#isDone(session)) {
        // Beside this effect, which cannot end itself; by then it may have been taken up again.
        queueMicrotask(() => this.#end(session));
      }
    });
    this.#left.set(session, stopWatching);
    this.#sessions.value = [...this.#left.keys()];
  }

  /** Take a session up again that has been left under this id; undefined where there is none. */
  takeUp(id: string): Session | undefined {
    const session = [...this.#left.keys()].find(({ saving }) => saving.kept.peek().id === id);
    if (session !== undefined) {
      this.#forget(session);
    }
    return session;
  }

  /** Give up what has been left under this id, saved or not. */
  giveUp(id: string): void {
    const session = this.takeUp(id);
    if (session !== undefined) {
      this.#stop(session);
    }
  }

  #isDone(session: Session): boolean {
    return !session.game.busy.value && !this.#isUnsaved(session);
  }

  #end(session: Session): void {
    if (this.#left.has(session) && this.#isDone(session)) {
      this.#forget(session);
      this.#stop(session);
    }
  }

  #forget(session: Session): void {
    this.#left.get(session)?.();
    this.#left.delete(session);
    this.#sessions.value = [...this.#left.keys()];
  }
}
