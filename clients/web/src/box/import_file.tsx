/** Takes a components file into the form, if the service accepts it. */

import type { Connection, ValidateComponentsResponse } from "carnegie-client";
import { otherKindOfFile } from "../words/kind_of_file.js";
import { namedFile } from "../words/named_file.js";
import { refusalInWords } from "../words/refusal_in_words.js";

interface ImportFileProps {
  readonly rules: Pick<Connection["rules"], "validateComponents">;
  readonly onFile: (tables: ValidateComponentsResponse, text: string) => void;
  readonly onFailure: (failure: unknown) => void;
}

export function ImportFile({ rules, onFile, onFailure }: ImportFileProps) {
  const take = async (file: File) => {
    try {
      const text = await file.text();
      onFile(await accepted(rules, file.name, text), text);
    } catch (error) {
      onFailure(error);
    }
  };
  return (
    <label>
      Import a components file
      <input
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // So that the same file can be chosen again.
          event.currentTarget.value = "";
          if (file !== undefined) {
            take(file);
          }
        }}
      />
    </label>
  );
}

/** The tables with those of a file in their places. Throws with everything that is wrong with the file, or what it is instead. */
export async function accepted(
  rules: Pick<Connection["rules"], "validateComponents">,
  name: string,
  text: string,
): Promise<ValidateComponentsResponse> {
  if (text.trim() === "") {
    throw new Error(`${namedFile(name)} is empty`);
  }
  const kind = otherKind(text);
  if (kind !== "") {
    throw new Error(`${namedFile(name)} is no components file: ${kind}`);
  }
  const tables = await rules.validateComponents({ componentsJson: text });
  if (tables.faults.length > 0) {
    const faults = tables.faults.map(refusalInWords);
    throw new Error(`${namedFile(name)} is no components file: ${faults.join("; ")}`);
  }
  return tables;
}

/** What a text is instead of a components file; empty for one, and for what is no JSON at all, of which the service says more. */
function otherKind(text: string): string {
  try {
    return otherKindOfFile(JSON.parse(text), "box");
  } catch {
    return "";
  }
}

/**
 * What is said of a file that is in the form.
 *
 * @param isUnsaved whether there is something in it that is not saved already
 */
export const takenInWords = (isUnsaved: boolean): string =>
  isUnsaved
    ? "The file is in the form. Save it to play with it."
    : "The file is in the form. It has nothing that is not saved already.";
