import { inspect, isDeepStrictEqual } from 'node:util';

// A promise that is never reached, in a function nobody calls, say, is not kept.
const reached = new Set<number>();

/** Forgets which promises were reached, and says of those below which were not. */
export function unreached(lines: readonly number[]): number[] {
  const missing = lines.filter((line) => !reached.has(line));
  reached.clear();
  return missing;
}

/** Holds a value against the one its comment promises; prototypes do not count, for comments cannot show them. */
export function is(actual: unknown, expected: (() => unknown) | undefined, told: string, line: number): void {
  reached.add(line);
  const printed = typeof actual === 'string' ? actual : inspect(actual);
  if (printed === told || inspect(actual) === told) return;
  if (expected && isDeepStrictEqual(plain(actual), plain(expected()))) return;
  throw new Error(`line ${line}: expected ${told}\n    got      ${inspect(actual, { depth: 6, breakLength: 200 })}`);
}

/** Runs a statement that must throw, with a message that contains what the comment says, if it says anything. */
export async function throws(run: () => Promise<void>, told: string, line: number): Promise<void> {
  reached.add(line);
  try {
    await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.includes(told)) return;
    throw new Error(
      `line ${line}: expected an error that says ${JSON.stringify(told)}\n    got      ${JSON.stringify(message)}`,
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
