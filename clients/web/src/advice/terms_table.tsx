/** The worth of a plan, term by term. */

import type { Term } from "carnegie-client";
import { termName } from "../words/term_name.js";
import { signedVictoryPoints, victoryPoints } from "../words/victory_points.js";

/**
 * Only the terms that the plan changes.
 *
 * @param gain what all of them come to, in centi-VP
 */
export function TermsTable({ terms, gain }: { readonly terms: readonly Term[]; readonly gain: number }) {
  const changed = terms.filter((term) => term.before !== term.after);
  if (changed.length === 0) {
    return null;
  }
  return (
    <details class="advice-terms">
      <summary>The gain term by term</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">VP of</th>
            <th scope="col">before</th>
            <th scope="col">after</th>
            <th scope="col">change</th>
            <th scope="col">kind</th>
          </tr>
        </thead>
        <tbody>
          {changed.map((term) => (
            <tr key={term.name}>
              <th scope="row">{termName(term.name)}</th>
              <td>{victoryPoints(term.before)}</td>
              <td>{victoryPoints(term.after)}</td>
              <td>{signedVictoryPoints(term.after - term.before)}</td>
              <td>{term.certain ? "certain" : "estimate"}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">together</th>
            <td />
            <td />
            <td>{signedVictoryPoints(gain)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </details>
  );
}
