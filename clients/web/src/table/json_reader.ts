/** Reads JSON of a known form strictly, and collects everything that is wrong with it in words. */

const kind = (value: unknown): string => {
  if (value === undefined) {
    return "nothing";
  }
  if (value === null) {
    return "null";
  }
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : JSON.stringify(value);
};

/** A value of a JSON text with its path; every reader of one text shares the list of faults. */
export class JsonReader {
  private constructor(
    private readonly value: unknown,
    private readonly path: string,
    readonly faults: string[],
  ) {}

  /** A reader of a whole text. */
  static of(text: string): JsonReader {
    const faults: string[] = [];
    try {
      return new JsonReader(JSON.parse(text), "", faults);
    } catch (error) {
      faults.push(`not a JSON text: ${error instanceof Error ? error.message : String(error)}`);
      return new JsonReader(undefined, "", faults);
    }
  }

  /** Note what was expected here. */
  private expected<T>(what: string, instead: T): T {
    this.faults.push(`${this.path || "the text"}: ${what} expected, ${kind(this.value)} found`);
    return instead;
  }

  private record(): Readonly<Record<string, unknown>> | undefined {
    const isRecord = typeof this.value === "object" && this.value !== null && !Array.isArray(this.value);
    return isRecord ? (this.value as Readonly<Record<string, unknown>>) : undefined;
  }

  /** A field that has to be there. */
  field(name: string): JsonReader {
    return new JsonReader(this.record()?.[name], this.path === "" ? name : `${this.path}.${name}`, this.faults);
  }

  /** Whether an object has a field. */
  has(name: string): boolean {
    return this.record()?.[name] !== undefined;
  }

  /** The items of a list. */
  list(): readonly JsonReader[] {
    return Array.isArray(this.value)
      ? this.value.map((item, index) => new JsonReader(item, `${this.path}[${index}]`, this.faults))
      : this.expected("a list", []);
  }

  /** The names of an object's fields with their values, in their order. */
  entries(): readonly (readonly [string, JsonReader])[] {
    const record = this.record();
    return record === undefined
      ? this.expected("an object", [])
      : Object.keys(record).map((name) => [name, this.field(name)]);
  }

  text(): string {
    return typeof this.value === "string" ? this.value : this.expected("a text", "");
  }

  /** A whole number, 0 or more. */
  amount(): number {
    const value = this.value;
    return typeof value === "number" && Number.isInteger(value) && value >= 0
      ? value
      : this.expected("a whole number, 0 or more,", 0);
  }

  /** An amount, or 0 where the object does not name it. */
  amountOrZero(name: string): number {
    return this.has(name) ? this.field(name).amount() : 0;
  }

  flag(): boolean {
    return typeof this.value === "boolean" ? this.value : this.expected("true or false", false);
  }

  /** One of the names that a table knows, as the value it stands for. */
  named<T>(names: ReadonlyMap<string, T>): T {
    const found = typeof this.value === "string" ? names.get(this.value) : undefined;
    if (found !== undefined) {
      return found;
    }
    const [first] = names.values();
    if (first === undefined) {
      throw new Error("no names to choose from");
    }
    return this.expected(`one of ${[...names.keys()].join(", ")}`, first);
  }
}
