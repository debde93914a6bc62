import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, read } from '../lib/source-files.ts';
import { hash, keyOf } from './changes.ts';
import type { Change } from './loader.ts';

/**
 * The results of a module in `var/mutation`. A detected change is not tried again while its file stays the same,
 * an undetected one also not while the tests stay the same.
 */
export class Results {
  readonly #path: string;
  readonly #testsHash: string;
  readonly #killedBy = new Map<string, string | undefined>();

  constructor(module: string, tests: readonly string[]) {
    const folder = join(ROOT, 'var/mutation');
    mkdirSync(folder, { recursive: true });
    this.#path = join(folder, `${module}.jsonl`);
    this.#testsHash = hash(tests.map(read).join('')).slice(0, 12);
    for (const { key, killedBy, testsHash } of linesOf(this.#path))
      if (killedBy !== undefined || testsHash === this.#testsHash) this.#killedBy.set(key, killedBy);
  }

  has(change: Change): boolean {
    return this.#killedBy.has(keyOf(change));
  }

  killedBy(change: Change): string | undefined {
    return this.#killedBy.get(keyOf(change));
  }

  add(change: Change, killedBy: string | undefined): void {
    const line: Line = { key: keyOf(change), killedBy, testsHash: this.#testsHash };
    this.#killedBy.set(line.key, killedBy);
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}

interface Line {
  readonly key: string;
  readonly killedBy?: string | undefined;
  readonly testsHash: string;
}

function linesOf(path: string): Line[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}
