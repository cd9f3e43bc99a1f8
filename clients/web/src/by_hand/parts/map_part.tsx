/** The fields of the disks on the map, city by city of a region. */

import { ProjectType, type Region } from "carnegie-client";
import type { City } from "../../table/components.js";
import { projectTypeOrder, regionOrder } from "../../table/order.js";
import { plainText } from "../../words/plain_text.js";
import { projectTypeName } from "../../words/project_type_name.js";
import { regionName } from "../../words/region_name.js";
import { FaultWords, Group, SelectField } from "../controls.js";
import { type DiskOwner, ownersAt, setCitySpace } from "../edits/disks.js";
import { fieldKey } from "../fields.js";
import { owners, ownersInWords } from "../names.js";
import { elementId, useSetting } from "../setting.js";

interface MapPartProps {
  readonly region: Region;
  readonly onRegion: (region: Region) => void;
}

export function MapPart({ region, onRegion }: MapPartProps) {
  const { components } = useSetting();
  return (
    <>
      <FaultWords at="map" />
      <StrayDisks />
      <div class="hand-field">
        <label for="hand-region">Cities of the</label>
        <select
          id="hand-region"
          value={String(region)}
          onChange={(event) => onRegion(Number(event.currentTarget.value))}
        >
          {regionOrder.map((each) => (
            <option key={each} value={String(each)}>
              {regionName(each)}
            </option>
          ))}
        </select>
      </div>
      {components.cities
        .filter((city) => city.region === region)
        .map((city) => (
          <fieldset key={city.name} class="hand-group">
            <legend>{city.name}</legend>
            {city.spaces.map((_, space) => (
              <CitySpaceFields key={space} city={city} space={space} />
            ))}
          </fieldset>
        ))}
    </>
  );
}

/** Disks that lie on no space of the map; only a file has such. */
function StrayDisks() {
  const { draft, components, edit } = useSetting();
  const disks = [
    ...draft.players.flatMap(({ projects }) => projects),
    ...draft.neutralProjects,
    ...(draft.andrew?.projects ?? []),
  ];
  const stray = disks.filter(({ city, citySpace }) => {
    const spaces = components.cities.find(({ name }) => name === city)?.spaces;
    return spaces?.[citySpace] === undefined;
  });
  return (
    <>
      {stray.map(({ city, citySpace }) => (
        <Group
          key={`${city} ${citySpace}`}
          at={fieldKey.city(city, citySpace)}
          legend={`“${plainText(city)}”, space ${citySpace + 1}: not on the map`}
        >
          <button type="button" onClick={() => edit(setCitySpace(city, citySpace, undefined))}>
            Take the disk away
          </button>
        </Group>
      ))}
    </>
  );
}

type Choice = "nobody" | "several" | DiskOwner;

function CitySpaceFields({ city, space }: { readonly city: City; readonly space: number }) {
  const { draft } = useSetting();
  const key = fieldKey.city(city.name, space);
  const there = ownersAt(draft, city.name, space);
  const [owner, other] = there;
  const printed = city.spaces[space] ?? ProjectType.UNSPECIFIED;
  const own = typeof owner === "number" ? owner : undefined;
  const project = draft.players[own ?? -1]?.projects.find(
    (each) => each.city === city.name && each.citySpace === space,
  );
  const value: Choice = other !== undefined ? "several" : (owner ?? "nobody");
  const several = other === undefined ? [] : [["several", ownersInWords(draft, there)] as const];
  const type = project?.type || printed;
  const name = printed === ProjectType.UNSPECIFIED ? "any type" : projectTypeName(printed);
  return (
    <div class="hand-row">
      <SelectField<Choice>
        at={key}
        label={`Space ${space + 1}, ${name}`}
        value={value}
        options={[...several, ["nobody", "nobody"], ...owners(draft)]}
        onSet={(chosen) =>
          chosen === "several"
            ? (same) => same
            : setCitySpace(city.name, space, chosen === "nobody" ? undefined : chosen, type || ProjectType.HOUSING)
        }
      />
      {own !== undefined && (printed === ProjectType.UNSPECIFIED || type !== printed) && (
        <SelectField
          at={key}
          id={elementId(`${key}-type`)}
          isInGroup
          label={`Disk of space ${space + 1} from the tab`}
          value={type}
          options={projectTypeOrder.map((each) => [each, projectTypeName(each)])}
          onSet={(chosen) => setCitySpace(city.name, space, own, chosen)}
        />
      )}
    </div>
  );
}
