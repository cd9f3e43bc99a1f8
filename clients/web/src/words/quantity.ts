/** How many of what, such as "1 goods cube" or "3 goods cubes". */
export const quantity = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 || count === -1 ? one : several}`;
