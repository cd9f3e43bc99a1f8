/** A row of tabs, gone through by the arrow keys. */

import { useRef } from "preact/hooks";

interface TabListProps<Tab extends string> {
  /** What the tabs are of, for a screen reader. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly shown: Tab;
  /** The id of the panel is this with `-panel`, that of a tab this with `-` and its name. */
  readonly id: string;
  readonly onShow: (tab: Tab) => void;
}

export function TabList<Tab extends string>({ label, tabs, shown, id, onShow }: TabListProps<Tab>) {
  const list = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const next = tabs[nextIndex(event.key, tabs.indexOf(shown), tabs.length)];
    if (next !== undefined) {
      event.preventDefault();
      onShow(next);
      list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
    }
  };
  return (
    <div role="tablist" aria-label={label} class="tabs" ref={list} onKeyDown={go}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${id}-${tab}`}
          data-tab={tab}
          aria-selected={tab === shown}
          aria-controls={`${id}-panel`}
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => onShow(tab)}
        >
          {tab}
        </button>
      ))}
    </div>
  );
}

/** Where a key leads from a tab; -1 for a key that leads nowhere. */
export function nextIndex(key: string, index: number, count: number): number {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return (index + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return -1;
  }
}
