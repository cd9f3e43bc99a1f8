/** How advice is asked for, to be changed. */

import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";
import { knowledge } from "../shell/knowledge.js";
import { quantity } from "../words/quantity.js";
import { ANALYSIS_SECONDS, LINES, type Settings, SUGGESTION_SECONDS } from "./settings.js";

export function SettingsView({ settings }: { readonly settings: Settings }) {
  const seconds = (value: number) => quantity(value, "second");
  const most = Number(knowledge.value?.info.limits?.maxTimeLimit?.seconds ?? Number.POSITIVE_INFINITY);
  const analysisSeconds = ANALYSIS_SECONDS.filter((value) => value <= most || value === settings.analysisSeconds.value);
  return (
    <details class="advice-settings">
      <summary>How to ask</summary>
      <Pick label="Plans" setting={settings.lines} values={LINES} say={String} />
      <Pick
        label="Time for a suggestion"
        setting={settings.suggestionSeconds}
        values={SUGGESTION_SECONDS}
        say={seconds}
      />
      <Pick label="Time for an analysis" setting={settings.analysisSeconds} values={analysisSeconds} say={seconds} />
      <Switch label="Suggest by itself at every decision" setting={settings.automatic} />
      <Switch label="Say what binds the plan" setting={settings.explains} />
    </details>
  );
}

interface PickProperties {
  readonly label: string;
  readonly setting: Signal<number>;
  readonly values: readonly number[];
  readonly say: (value: number) => string;
}

function Pick({ label, setting, values, say }: PickProperties) {
  const field = useId();
  return (
    <p>
      <label for={field}>{label}</label>{" "}
      <select
        id={field}
        value={String(setting.value)}
        onChange={(event) => {
          setting.value = Number(event.currentTarget.value);
        }}
      >
        {values.map((value) => (
          <option key={value} value={String(value)}>
            {say(value)}
          </option>
        ))}
      </select>
    </p>
  );
}

function Switch({ label, setting }: { readonly label: string; readonly setting: Signal<boolean> }) {
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={setting.value}
          onChange={(event) => {
            setting.value = event.currentTarget.checked;
          }}
        />{" "}
        {label}
      </label>
    </p>
  );
}
