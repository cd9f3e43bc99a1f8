import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/**
 * Keep the focus in a part of the page whose controls come and go: when the one that had it is gone, or can be used no more,
 * a heading gets it. No other control does: the key that is pressed once more would do what nobody wanted.
 *
 * @param part the part of the page
 * @param heading what gets the focus then; it has to take one (`tabIndex={-1}`)
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const within = part.current;
    const remember = (event: FocusEvent) => {
      last.current = event.target instanceof Element ? event.target : null;
    };
    const forget = (event: FocusEvent) => {
      // Whoever goes elsewhere by himself has somewhere to go; of what is taken away nothing is told.
      if (event.relatedTarget instanceof Element) {
        last.current = null;
      }
    };
    const forgetClick = (event: Event) => {
      if (event.target instanceof Node && within?.contains(event.target) !== true) {
        last.current = null;
      }
    };
    within?.addEventListener("focusin", remember);
    within?.addEventListener("focusout", forget);
    document.addEventListener("pointerdown", forgetClick);
    return () => {
      within?.removeEventListener("focusin", remember);
      within?.removeEventListener("focusout", forget);
      document.removeEventListener("pointerdown", forgetClick);
    };
  }, [part]);
  useEffect(() => {
    // Parts of a part change by themselves, without the whole being shown anew.
    const observer = new MutationObserver(() => {
      const control = last.current;
      if (control === null || !isLost(control) || isComingBack(control)) {
        return;
      }
      if (control.isConnected && !control.matches(":disabled")) {
        (control as HTMLElement).focus();
        return;
      }
      last.current = null;
      heading.current?.focus();
    });
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["disabled", "aria-busy"],
    });
    return () => observer.disconnect();
  }, [heading]);
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
