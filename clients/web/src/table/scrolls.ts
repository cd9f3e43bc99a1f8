import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Whether something is wider than its room, so that it can be scrolled, and has to be within reach of the keys for it. */
export function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const of = box.current;
    if (of === null) {
      return;
    }
    const observer = new ResizeObserver(() => setScrolls(of.scrollWidth > of.clientWidth));
    for (const each of [of, ...of.children]) {
      observer.observe(each);
    }
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
}
