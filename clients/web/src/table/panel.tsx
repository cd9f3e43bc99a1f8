/** A part of the picture: an SVG with a heading, a title and a description for screen readers. */

import type { ComponentChildren } from "preact";
import { useContext, useId, useRef } from "preact/hooks";
import { standInInWords } from "../words/stand_ins_in_words.js";
import { ChoosingContext } from "./choosing.js";
import type { Size } from "./geometry.js";
import type { PanelName } from "./panel_name.js";
import { useScrolls } from "./scrolls.js";

interface PanelProperties {
  readonly name: PanelName;
  readonly heading: string;
  readonly description: string;
  readonly size: Size;
  /** What is said beside the heading, such as that values are stand-ins. */
  readonly remark?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Room around the drawing, so that outlines at its edge are not cut off. */
export const panelMargin = 2;

export function Panel({ name, heading, description, size, remark, children }: PanelProperties) {
  const id = useId();
  const { choices } = useContext(ChoosingContext);
  const scroll = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(scroll);
  const viewBox = [-panelMargin, -panelMargin, size.width + 2 * panelMargin, size.height + 2 * panelMargin];
  return (
    <section class={`table-panel table-${name}`} tabindex={-1} aria-label={heading}>
      <div class="table-heading">
        <h3>{heading}</h3>
        {remark}
      </div>
      <div
        class="table-scroll"
        ref={scroll}
        {...(scrolls ? { tabindex: 0, role: "region", "aria-label": `${heading}, can be scrolled` } : {})}
      >
        <svg
          data-panel={name}
          viewBox={viewBox.join(" ")}
          role={choices.size > 0 ? "group" : "img"}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-description`}
        >
          <title id={`${id}-title`}>{heading}</title>
          <desc id={`${id}-description`}>{description}</desc>
          {children}
        </svg>
      </div>
    </section>
  );
}

/** A mark that says that what is drawn rests on a table of assumed values. */
export function StandIn({ table }: { readonly table: string }) {
  return (
    <span class="table-stand-in" title={`Not known, until you enter your own: ${standInInWords(table)}.`}>
      stand-in values
    </span>
  );
}
