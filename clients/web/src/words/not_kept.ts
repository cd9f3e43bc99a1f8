/**
 * Why the browser does not keep something, as an error for a person.
 *
 * @param what what should have been kept, such as "games"
 * @param error what the browser has thrown, of which browsers say little, some nothing
 */
export function notKept(what: string, error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const why = message || name;
  return new Error(
    name === "QuotaExceededError"
      ? `this browser has no more room for ${what}; it says: ${why}`
      : `this browser does not let the page keep ${what}: ${why}`,
    { cause: error },
  );
}
