import { percentile } from './figures.ts';
import type { Turn } from './in-step.ts';

/** What turns took, burst by burst. */
export class Turns {
  readonly #spent = new Map<string, number[]>();

  add(turns: readonly Turn[]): void {
    for (const { event, priority, name, spent } of turns) {
      const key = `${event}|${priority}|${name}`;
      const known = this.#spent.get(key);
      if (known) known.push(spent);
      else this.#spent.set(key, [spent]);
    }
  }

  /** One figure for each: `event|priority|name`. @param share of the bursts that took less */
  at(share: number): Map<string, number> {
    return new Map([...this.#spent].map(([key, list]) => [key, percentile(list, share)]));
  }
}
