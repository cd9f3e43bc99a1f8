/** The parts of the picture, each an SVG of its own. */
export const panelNames = ["map", "company", "timeline", "display", "tabs", "andrew", "tracks", "donations"] as const;

export type PanelName = (typeof panelNames)[number];
