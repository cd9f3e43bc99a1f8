import { TabSide } from "carnegie-client";

/** The name of a side of a project tab: "A" or "B". */
export const tabSideName = (side: TabSide): string => (side === TabSide.B ? "B" : "A");
