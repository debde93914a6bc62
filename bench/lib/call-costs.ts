import { percentile } from './figures.ts';
import type { CallCost } from './lockstep.ts';

/** The costs of the steps over all bursts. */
export class CallCosts {
  readonly #spent = new Map<string, number[]>();

  add(costs: readonly CallCost[]): void {
    for (const { event, priority, name, spent } of costs) {
      const key = `${event}|${priority}|${name}`;
      const list = this.#spent.get(key);
      if (list) list.push(spent);
      else this.#spent.set(key, [spent]);
    }
  }

  /** Returns one value per step: `event|priority|name`. @param share of the bursts with a lower value */
  at(share: number): Map<string, number> {
    return new Map([...this.#spent].map(([key, list]) => [key, percentile(list, share)]));
  }
}
