import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/**
 * Keep the focus in a part of the page whose controls come and go: when the one that had it is gone, a heading gets it.
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
    const gone = last.current !== null && !last.current.isConnected;
    if (gone && (document.activeElement === null || document.activeElement === document.body)) {
      last.current = null;
      heading.current?.focus();
    }
  });
}
