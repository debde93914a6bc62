import { inspect, isDeepStrictEqual } from 'node:util';

// Assertions that were executed. One in a function that is never called fails.
const executed = new Set<number>();

/** Returns the lines of assertions that were not executed, and forgets the executed ones. */
export function notExecuted(lines: readonly number[]): number[] {
  const missing = lines.filter((line) => !executed.has(line));
  executed.clear();
  return missing;
}

/** Compares a value with the expected one of a comment. Prototypes are ignored, because comments cannot show them. */
export function is(actual: unknown, expected: (() => unknown) | undefined, text: string, line: number): void {
  executed.add(line);
  const printed = typeof actual === 'string' ? actual : inspect(actual);
  if (printed === text || inspect(actual) === text) return;
  if (expected && isDeepStrictEqual(plain(actual), plain(expected()))) return;
  throw new Error(`line ${line}: expected ${text}\n    got      ${inspect(actual, { depth: 6, breakLength: 200 })}`);
}

/** Runs a statement that must throw an error whose message contains the text of the comment. */
export async function throws(run: () => Promise<void>, text: string, line: number): Promise<void> {
  executed.add(line);
  try {
    await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.includes(text)) return;
    throw new Error(
      `line ${line}: expected an error with the message ${JSON.stringify(text)}\n    got      ${JSON.stringify(message)}`,
      { cause: error },
    );
  }
  throw new Error(`line ${line}: expected an error, but nothing was thrown`);
}

function plain(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}
