import type { KnownItem, PlannedRequest } from './planned-request.ts';
import { RandomRequests } from './random-requests.ts';
import type { ItemState, ResourceName } from './item-tables.ts';

/** A request that was sent, and its response. */
export interface Exchange {
  readonly plan: PlannedRequest;
  /** The id of the plan; repetitions with the same Idempotency-Key have a number after it. */
  readonly id: string;
  /** The index of the process. */
  readonly worker: number;
  /** Times of `performance.now()`. */
  readonly start: number;
  readonly end: number;
  readonly status: number;
  readonly tag: string | undefined;
  readonly body: string;
}

/** Sends requests to several processes, and keeps all exchanges. */
export class Clients {
  readonly exchanges: Exchange[] = [];
  readonly #urls: readonly string[];

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** Sends the requests of one client, one after the other. Some are sent twice at the same time or later, with the same key. */
  async run(seed: number, client: number, count: number): Promise<void> {
    const requests = new RandomRequests(seed * 1_000 + client, `c${client}`);
    const { random } = requests;
    const known = new Map<string, KnownItem>();
    const send = async (plan: PlannedRequest, id = plan.id) => this.send(plan, random.below(this.#urls.length), id);
    for (let done = 0; done < count; done++) {
      const { resource, item } = requests.chooseItem();
      const name = `${resource}/${item}`;
      if (!known.has(name) || random.below(2) === 0) keep(known, name, await send(requests.read(resource, item)));
      const plan = requests.write(resource, item, known.get(name));
      const again = plan.headers['Idempotency-Key'] === undefined ? 0 : random.below(3);
      const sent = [send(plan), ...(again === 1 ? [send(plan, `${plan.id}.1`)] : [])];
      const [exchange] = await Promise.all(sent);
      if (again === 2) await send(plan, `${plan.id}.1`);
      if (plan.operation === 'patch' || plan.operation === 'replace') keep(known, name, exchange!);
    }
  }

  async send(plan: PlannedRequest, worker: number, id = plan.id): Promise<Exchange> {
    const { method, path, headers, body = null } = plan;
    const start = performance.now();
    const url = this.#urls[worker]! + path;
    const response = await fetch(url, { method, headers: { ...headers, 'X-Request-Id': id }, body });
    const text = await response.text();
    const tag = response.headers.get('etag') ?? undefined;
    const exchange = { plan, id, worker, start, end: performance.now(), status: response.status, tag, body: text };
    this.exchanges.push(exchange);
    return exchange;
  }
}

// Without a tag, the client keeps an older state, which is stale.
function keep(known: Map<string, KnownItem>, name: string, { status, tag, body }: Exchange): void {
  if (status < 300 && tag !== undefined) known.set(name, { state: JSON.parse(body) as ItemState, tag });
}

/** Returns the kind of problem of a response, as plans have it. */
export function getStatus({ status, body }: Exchange): number | 'thrown' {
  return status === 409 && body.includes('/problems/thrown') ? 'thrown' : status;
}

/** Whether two exchanges are about the same item. */
export function isAbout({ plan }: Exchange, resource: ResourceName, item: number): boolean {
  return plan.resource === resource && plan.items.includes(item);
}
