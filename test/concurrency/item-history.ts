import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from './clients.ts';
import { isAbout } from './clients.ts';
import { planId } from './item-tables.ts';
import type { ItemState, ResourceName, StoredChange } from './item-tables.ts';

/** A committed change of an item, and the exchanges that may have made it. */
export interface ItemChange extends StoredChange {
  /** Those with the id that the item has as text; of a delete, all successful ones of the item. */
  readonly causes: readonly Exchange[];
}

/** The history of one item: its committed states, and when each can have been the current one. */
export class ItemHistory {
  readonly resource: ResourceName;
  readonly item: number;
  readonly exchanges: readonly Exchange[];
  readonly changes: readonly ItemChange[];

  constructor(resource: ResourceName, item: number, stored: readonly StoredChange[], all: readonly Exchange[]) {
    this.resource = resource;
    this.item = item;
    this.exchanges = all.filter((exchange) => isAbout(exchange, resource, item));
    const deletes = this.exchanges.filter(({ plan, status }) => plan.operation === 'delete' && status === 204);
    this.changes = stored
      .filter((change) => change.resource === resource && change.item === item)
      .map((change) => {
        const { after } = change;
        const causes = after === null ? deletes : this.exchanges.filter(({ id }) => planId(id) === after.text);
        return { ...change, causes };
      });
  }

  /** Whether the item can have been in a state that meets a condition at some time during an exchange. */
  wasPossible({ start, end }: Exchange, condition: (state: ItemState | null) => boolean): boolean {
    const states = [null, ...this.changes.map(({ after }) => after)];
    return states.some((state, index) => {
      const [since, until] = [this.changes[index - 1], this.changes[index]];
      const isBegun = since === undefined || Math.min(...since.causes.map((cause) => cause.start)) < end;
      const isEnded = until !== undefined && Math.max(...until.causes.map((cause) => cause.end)) < start;
      return isBegun && !isEnded && condition(state);
    });
  }

  /** Returns the changes that a plan has made. */
  changesBy(id: string): readonly ItemChange[] {
    return this.changes.filter(
      ({ after, causes }) => after !== null && causes.some((cause) => planId(cause.id) === id),
    );
  }

  /** Returns the exchanges and changes around an exchange, as a text. */
  describe({ start, end }: Exchange): string {
    const around = this.exchanges.filter((other) => other.start <= end && other.end >= start);
    const isNear = ({ causes }: ItemChange): boolean => causes.some((cause) => around.includes(cause));
    const near = this.changes.flatMap((change, index) => (isNear(change) ? [index - 1, index] : []));
    const states = this.changes.filter((_, index) => near.includes(index));
    return [
      `Requests of ${this.resource}/${this.item} at that time:`,
      ...around.toSorted((one, other) => one.start - other.start).map((other) => describeExchange(other, start)),
      'Its committed states:',
      ...states.map(({ after }) => `  ${JSON.stringify(after)}`),
    ].join('\n');
  }
}

function describeExchange({ plan, id, worker, start, end, status, body }: Exchange, origin: number): string {
  const headers = Object.entries(plan.headers).map(([name, value]) => `${name}: ${value}`);
  const time = `${(start - origin).toFixed(1)} to ${(end - origin).toFixed(1)} ms, process ${worker}`;
  const sent = [plan.method, plan.path, ...headers, plan.body ?? ''].join(' ');
  return `  ${id} (${time}): ${sent} → ${status} ${body.slice(0, 200)}`;
}

/** Whether two states are equal. */
export const isSameState = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);
