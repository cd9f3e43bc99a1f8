/** Help: how the page is used, and the keys. */

import { SHORTCUTS } from "./help_shortcuts.js";
import { Question } from "./question.js";
import { shortcutsOn, turnShortcuts } from "./shortcuts.js";

export function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Question title="Help" onClose={onClose}>
      <p>
        Begin a solo game, and play it step by step: click on the table what you want to do, pick a step from the list,
        or accept a suggestion. Andrew does his part by himself; what he did and failed to do is in his log.
      </p>
      <p>
        Every step can be undone and redone, and the history leads to any point of the game. Games are saved after every
        step. A game that is exported can be imported again, and <code>carnegie replay</code> takes it.
      </p>
      <h3>Keys</h3>
      <dl class="keys">
        {SHORTCUTS.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>They do nothing while you type, and can be turned off.</p>
      <label class="choice">
        <input
          type="checkbox"
          checked={shortcutsOn.value}
          onChange={(event) => turnShortcuts(event.currentTarget.checked ? "on" : "off")}
        />{" "}
        Keys are on
      </label>
      <p class="buttons">
        <button type="button" class="main-button" onClick={onClose}>
          Close
        </button>
      </p>
    </Question>
  );
}
