/** Incomes as a person writes them: `$3`, `1 goods`, `2 study`, `1 employee`, `1 VP`, `$2 + 1 goods`, `1 goods or $3`, `1 goods or nothing`. */

/** An income as a row of the tables has it. */
export interface IncomeRow {
  readonly money?: number;
  readonly goods?: number;
  readonly vp?: number;
  readonly study_points?: number;
  readonly new_employee?: number;
  readonly choice?: readonly IncomeRow[];
}

type Part = Exclude<keyof IncomeRow, "choice">;

const parts: readonly { readonly part: Part; readonly form: RegExp; readonly write: (amount: number) => string }[] = [
  { part: "money", form: /^\$ ?(\d+)$/, write: (amount) => `$${amount}` },
  { part: "goods", form: /^(\d+) ?(?:goods?|cubes?|goods cubes?)$/, write: (amount) => `${amount} goods` },
  { part: "vp", form: /^(\d+) ?vp$/, write: (amount) => `${amount} VP` },
  { part: "study_points", form: /^(\d+) ?(?:study|study points?)$/, write: (amount) => `${amount} study` },
  { part: "new_employee", form: /^(\d+) ?employees?$/, write: (amount) => `${amount} employee` },
];

/** What may be written, for hints and faults. */
export const INCOME_FORMS =
  "$3, 1 goods, 1 VP, 2 study, 1 employee, with + between what comes together and “or” between choices, of which one may be nothing";

/** How an alternative is written that brings nothing. */
const NOTHING = "nothing";

/** Read an income. Undefined where it has another form; an empty text is no income. */
export function readIncome(text: string): IncomeRow | undefined {
  const plain = text.trim().toLowerCase();
  if (plain === "") {
    return {};
  }
  const alternatives = plain.split(/\s+or\s+/).map(readTogether);
  const [only] = alternatives;
  if (alternatives.length === 1) {
    return only;
  }
  return alternatives.every((income) => income !== undefined) ? { choice: alternatives } : undefined;
}

function readTogether(text: string): IncomeRow | undefined {
  if (text === NOTHING) {
    return {};
  }
  const income: Partial<Record<Part, number>> = {};
  for (const written of text.split("+").map((part) => part.trim())) {
    const found = parts.find(({ form }) => form.test(written));
    const amount = found?.form.exec(written)?.[1];
    if (found === undefined || amount === undefined || income[found.part] !== undefined) {
      return undefined;
    }
    income[found.part] = Number(amount);
  }
  return income;
}

/** Write an income as `readIncome` reads it. */
export function writeIncome(income: IncomeRow): string {
  if (income.choice !== undefined) {
    return income.choice.map((alternative) => writeIncome(alternative) || NOTHING).join(" or ");
  }
  return parts.flatMap(({ part, write }) => (income[part] ? [write(income[part])] : [])).join(" + ");
}
