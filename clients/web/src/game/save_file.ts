/** Files for the person, made in the browser. */

/** Have the browser save a text as a file. What no file name may hold is replaced. */
export function saveFile(name: string, text: string, type = "application/json"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[^\p{L}\p{N}()., _-]/gu, "_");
  link.click();
  URL.revokeObjectURL(address);
}
