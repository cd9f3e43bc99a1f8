import type { ComponentChildren } from "preact";

/** A part of a drawing that screen readers pass over: what it shows is said elsewhere in words. */
export function Drawn({ children }: { readonly children: ComponentChildren }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of an SVG takes no focus.
  return <g aria-hidden="true">{children}</g>;
}
