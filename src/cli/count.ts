/** Returns a number with its noun: `1 route`, `12 routes`. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
