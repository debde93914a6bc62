/** Returns recorded data as JSON that is safe to print on a terminal: control and direction characters are escaped. */
export function profileJsonText(value: unknown, indent: number | undefined = 2): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must not reach a terminal
  return JSON.stringify(value, undefined, indent).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
