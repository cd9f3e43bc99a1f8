import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/**
 * Keep the focus in a part of the page whose controls come and go: when the one that had it is gone, or can be used no more,
 * a heading gets it. No other control does: the key that is pressed once more would do what nobody wanted.
 *
 * @param part the part of the page
 * @param heading what gets the focus then; it has to take one (`tabIndex={-1}`)
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  useEffect(
    () => (part.current === null ? undefined : watchFocus(part.current, () => heading.current?.focus())),
    [part, heading],
  );
}

/**
 * The same for the page as a whole, where no part of it has seen to it: the nearest heading gets the focus that is seen and
 * takes one.
 *
 * @param page all that is shown, with a heading of its own
 */
export function usePageFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      page.current === null
        ? undefined
        : watchFocus(page.current, (stood, control) =>
            // Once every part has had its turn.
            queueMicrotask(() => {
              if (isLost(control)) {
                nearestHeading(stood)?.focus();
              }
            }),
          ),
    [page],
  );
}

/**
 * Watch whether the control that has the focus is taken away.
 *
 * @param onLost called with what it stood in, from the inside out, and itself
 * @returns a function that stops it
 */
function watchFocus(part: HTMLElement, onLost: (stood: readonly Element[], control: Element) => void): () => void {
  let last: Element | undefined;
  let stood: readonly Element[] = [];
  /** Whether it could not be used for a while, which takes the focus from it though it comes back. */
  let isAwaited = false;
  const forget = () => {
    last = undefined;
    isAwaited = false;
  };
  const remember = (event: FocusEvent) => {
    forget();
    last = event.target instanceof Element ? event.target : undefined;
    stood = last === undefined ? [] : around(last, part);
  };
  const forgetLeft = (event: FocusEvent) => {
    // Whoever goes elsewhere by himself has somewhere to go; of what is taken away nothing is told.
    if (event.relatedTarget instanceof Element) {
      forget();
    }
  };
  const forgetClick = (event: Event) => {
    if (event.target instanceof Node && last?.contains(event.target) !== true) {
      forget();
    }
  };
  const look = () => {
    if (last === undefined || !isLost(last)) {
      return;
    }
    if (isComingBack(last)) {
      isAwaited = true;
    } else if (last.isConnected && !last.matches(":disabled")) {
      // One that could be used all along was left by the person.
      const control = isAwaited ? (last as HTMLElement) : undefined;
      forget();
      control?.focus();
    } else {
      const control = last;
      forget();
      onLost(stood, control);
    }
  };
  // Parts of a part change by themselves, without the whole being shown anew.
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "aria-busy"],
  });
  part.addEventListener("focusin", remember);
  part.addEventListener("focusout", forgetLeft);
  document.addEventListener("pointerdown", forgetClick);
  return () => {
    observer.disconnect();
    part.removeEventListener("focusin", remember);
    part.removeEventListener("focusout", forgetLeft);
    document.removeEventListener("pointerdown", forgetClick);
  };
}

/** What an element stands in, from the inside out, up to a part of the page. */
function around(element: Element, part: Element): readonly Element[] {
  const parent = element.parentElement;
  return element === part || parent === null ? [] : [parent, ...around(parent, part)];
}

/** The first heading that takes the focus and is seen, in the innermost of these that is still there and has one. */
function nearestHeading(stood: readonly Element[]): HTMLElement | undefined {
  return stood
    .filter((element) => element.isConnected)
    .flatMap((element) => [...element.querySelectorAll<HTMLElement>(":is(h1, h2, h3)[tabindex='-1']")])
    .find((heading) => heading.checkVisibility());
}

/** Whether the focus, which a control had, is nowhere now, or on it and of no use. */
function isLost(control: Element): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || (focused === control && control.matches(":disabled"));
}

/** Whether a control cannot be used only as long as something is under way around it. */
function isComingBack(control: Element): boolean {
  return control.matches(":disabled") && control.closest("[aria-busy=true]") !== null;
}
