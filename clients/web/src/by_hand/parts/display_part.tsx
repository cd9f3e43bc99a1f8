/** The fields of the tiles: those on the display, and those that Andrew has taken. */

import { FaultWords, NumberField } from "../controls.js";
import { setTiles } from "../edits/board.js";
import type { Edit } from "../edits/edit.js";
import { fieldKey } from "../fields.js";
import { tileNames } from "../names.js";
import { useSetting } from "../setting.js";

export function DisplayPart() {
  const { draft } = useSetting();
  return (
    <>
      <FaultWords at="display" />
      <p class="hint">How many tiles of each Department lie on the display.</p>
      <TileFields tiles={draft.display?.departments ?? []} keyOf={fieldKey.tile} onSet={setTiles} />
    </>
  );
}

interface TileProps {
  readonly tiles: readonly string[];
  readonly keyOf: (department: string) => string;
  readonly onSet: (department: string, tiles: number) => Edit;
}

/** How many there are of each kind of tile. */
export function TileFields({ tiles, keyOf, onSet }: TileProps) {
  const { components } = useSetting();
  return (
    <div class="hand-tiles">
      {tileNames(components, tiles).map((department) => (
        <NumberField
          key={department}
          at={keyOf(department)}
          label={department}
          value={tiles.filter((tile) => tile === department).length}
          onSet={(count) => onSet(department, Math.max(0, count))}
        />
      ))}
    </div>
  );
}
