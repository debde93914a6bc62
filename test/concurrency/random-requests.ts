import { SeededRandom } from '../lib/seeded-random.ts';
import { FAIL_HEADER } from './item-host.ts';
import type { FailingStep } from './item-host.ts';
import { RESOURCES } from './item-tables.ts';
import type { ItemState, ResourceName } from './item-tables.ts';
import type { KnownItem, Outcome, PlannedRequest } from './planned-request.ts';

/** Items that are never replaced or deleted, so that every increment of them counts. */
const PERMANENT = [1, 2] as const;
const ITEMS = [...PERMANENT, 3, 4, 5, 6];

/** Returns the requests that create the permanent items. */
export function createPermanentItems(): PlannedRequest[] {
  return RESOURCES.flatMap((resource) =>
    PERMANENT.map((item) => new RandomRequests(item, `first-${resource}-${item}`, false).create(resource, item)),
  );
}

/** Returns the last write of each resource by a process. When its update is received, all earlier ones were as well. */
export function createLastWrites(worker: number): PlannedRequest[] {
  return RESOURCES.map((resource) =>
    new RandomRequests(worker, `last-${resource}-${worker}`, false).merge(resource, PERMANENT[0], undefined),
  );
}

/** Generates the requests of one client. The same seed gives the same choices. */
export class RandomRequests {
  readonly random: SeededRandom;
  readonly #name: string;
  readonly #mayFail: boolean;
  #count = 0;

  /** @param mayFail whether functions of the application throw in some of the requests */
  constructor(seed: number, name: string, mayFail = true) {
    this.random = new SeededRandom(seed);
    this.#name = name;
    this.#mayFail = mayFail;
  }

  /** Chooses the item that the client reads before its next write. */
  chooseItem(): { readonly resource: ResourceName; readonly item: number } {
    return { resource: this.random.pick(RESOURCES), item: this.random.pick(ITEMS) };
  }

  read(resource: ResourceName, item: number): PlannedRequest {
    return this.#plan(resource, 'get', 'GET', [item], {}, (_, before) => (before ? OK(before) : MISSING));
  }

  /** @param known what the client has read of the item, which may be stale */
  write(resource: ResourceName, item: number, known: KnownItem | undefined): PlannedRequest {
    const isPermanent = item <= PERMANENT.length;
    const kinds = ['merge', 'merge', 'steps', 'steps', 'increment', 'increment', 'transfer', 'bulk', 'bulk'];
    const others = isPermanent ? ['charge'] : ['create', 'put', 'put', 'delete', 'bulkCreate'];
    const kind = this.random.pick([...kinds, ...others]);
    const writes: Record<string, () => PlannedRequest> = {
      create: () => this.create(resource, item),
      put: () => this.#put(resource, item, known),
      delete: () => this.#delete(resource, item, known),
      merge: () => this.merge(resource, item, known),
      steps: () => this.#steps(resource, item, known),
      bulk: () => this.#bulk(resource, item),
      bulkCreate: () => this.#bulkCreate(resource, item),
      transfer: () => this.#transfer(resource, item),
      charge: () => this.#charge(resource, item),
      increment: () => this.#increment(resource, item, known),
    };
    return writes[kind]!();
  }

  create(resource: ResourceName, item: number): PlannedRequest {
    const state = this.#newState(item);
    return this.#plan(resource, 'create', 'POST', [item], { body: state, key: true }, (_, before) =>
      before ? { status: 409 } : { status: 201, after: state },
    );
  }

  #put(resource: ResourceName, item: number, known: KnownItem | undefined): PlannedRequest {
    const state = this.#newState(item);
    const isNew = this.random.below(4) === 0;
    const options = { body: state, ...(isNew ? { headers: { 'If-None-Match': '*' } } : { known }) };
    return this.#plan(resource, 'replace', 'PUT', [item], options, (_, before) => {
      if (before === null) return { status: 201, after: state };
      return isNew ? { status: 412 } : { status: 200, after: state };
    });
  }

  #delete(resource: ResourceName, item: number, known: KnownItem | undefined): PlannedRequest {
    return this.#plan(resource, 'delete', 'DELETE', [item], { known }, (_, before) =>
      before ? { status: 204, after: null } : MISSING,
    );
  }

  merge(resource: ResourceName, item: number, known: KnownItem | undefined): PlannedRequest {
    const changes = { [this.random.pick(['a', 'b'])]: this.random.letters(4), text: this.#nextId() };
    const options = { body: changes, known, key: true, type: 'application/merge-patch+json' };
    return this.#plan(resource, 'patch', 'PATCH', [item], options, (_, before) =>
      before ? OK({ ...before, ...changes }) : MISSING,
    );
  }

  // A counter that the client increments, guarded by a test of the value that it has read.
  #steps(resource: ResourceName, item: number, known: KnownItem | undefined): PlannedRequest {
    const count = known?.state.count ?? 0;
    const text = this.#nextId();
    const body = [
      { op: 'test', path: '/count', value: count },
      { op: 'replace', path: '/count', value: count + 1 },
      { op: 'replace', path: '/text', value: text },
    ];
    const options = { body, key: true, type: 'application/json-patch+json' };
    return this.#plan(resource, 'patch', 'PATCH', [item], options, (_, before) => {
      if (before === null) return MISSING;
      return before.count === count ? OK({ ...before, count: count + 1, text }) : { status: 409 };
    });
  }

  #bulk(resource: ResourceName, item: number): PlannedRequest {
    const items = this.#severalItems(item);
    const text = this.#nextId();
    const a = this.random.letters(4);
    const options = { body: items.map((id) => ({ id, a, text })), key: true };
    return this.#plan(resource, 'bulk', 'PATCH', items, options, (_, before) =>
      before ? OK({ ...before, a, text }) : { status: 422 },
    );
  }

  #bulkCreate(resource: ResourceName, item: number): PlannedRequest {
    const items = this.#severalItems(item);
    const text = this.#nextId();
    const states = items.map((id) => this.#newState(id, text));
    const options = { body: states, key: true };
    return this.#plan(resource, 'bulk', 'POST', items, options, (id, before) =>
      before ? { status: 409 } : { status: 201, after: states[items.indexOf(id)]! },
    );
  }

  #increment(resource: ResourceName, item: number, known: KnownItem | undefined): PlannedRequest {
    const by = 1 + this.random.below(5);
    const text = this.#nextId();
    const options = { body: { by }, known, key: true, path: `/${item}/increment` };
    return this.#plan(resource, 'increment', 'POST', [item], options, (_, before) =>
      before ? OK({ ...before, count: before.count + by, text }) : MISSING,
    );
  }

  #transfer(resource: ResourceName, item: number): PlannedRequest {
    const to = this.random.pick(ITEMS.filter((other) => other !== item));
    const amount = 1 + this.random.below(5);
    const text = this.#nextId();
    const options = { body: { to, amount }, key: true, path: `/${item}/transfer` };
    return this.#plan(resource, 'transfer', 'POST', [item, to], options, (id, before) => {
      if (before === null) return MISSING;
      return OK({ ...before, count: before.count + (id === item ? -amount : amount), text });
    });
  }

  // Its transaction is false: what it has written stays, and it is not repeated.
  #charge(resource: ResourceName, item: number): PlannedRequest {
    const isFailing = this.random.below(3) === 0;
    const text = this.#nextId();
    const headers: Record<string, string> = isFailing ? { [FAIL_HEADER]: 'conflict' } : {};
    return this.#plan(resource, 'charge', 'POST', [item], { headers, path: `/${item}/charge` }, (_, before) =>
      before ? { status: isFailing ? 503 : 200, after: { ...before, count: before.count + 1, text } } : MISSING,
    );
  }

  #plan(
    resource: ResourceName,
    operation: string,
    method: string,
    items: readonly number[],
    options: PlanOptions,
    perform: PlannedRequest['expect'],
  ): PlannedRequest {
    const { body, known, key = false, type = 'application/json' } = options;
    const id = method === 'GET' || method === 'DELETE' ? this.#nextId() : this.#lastId();
    const isConditional = known !== undefined && this.random.below(2) === 0;
    const failing = ['get', 'charge'].includes(operation) ? undefined : this.#failingStep();
    const headers = {
      ...(body === undefined ? {} : { 'Content-Type': type }),
      ...(isConditional ? { 'If-Match': known.tag } : {}),
      ...(key && this.random.below(3) === 0 ? { 'Idempotency-Key': `"${id}"` } : {}),
      ...(failing === undefined ? {} : { [FAIL_HEADER]: failing }),
      ...options.headers,
    };
    const isThrown = failing !== undefined && getSteps(resource, operation).includes(failing);
    const expect: PlannedRequest['expect'] = (item, before) => {
      const outcome = perform(item, before);
      const isExisting = before !== null || method === 'PUT';
      if (isConditional && isExisting && before?.text !== known.state.text) return { status: 412 };
      // A hook before the write is called before the database finds that the item exists.
      const isRefusedLater = outcome.status === 409 && operation !== 'patch' && failing === 'before';
      if (outcome.after === undefined && !isRefusedLater) return outcome;
      return isThrown ? { status: 'thrown' } : outcome;
    };
    const isSingle = operation !== 'bulk' && operation !== 'create';
    const path = `/api/${resource}${options.path ?? (isSingle ? `/${items[0]}` : '')}`;
    const isAtomic = operation !== 'bulk' || resource !== 'hooked';
    const text = body === undefined ? undefined : JSON.stringify(body);
    return { id, resource, operation, method, path, headers, body: text, items, isAtomic, expect };
  }

  #failingStep(): FailingStep | undefined {
    return this.#mayFail && this.random.below(5) === 0
      ? this.random.pick(['before', 'after', 'function', 'conflict'])
      : undefined;
  }

  #newState(id: number, text = this.#nextId()): ItemState {
    return { id, text, count: 0, a: this.random.letters(4), b: this.random.letters(4) };
  }

  #severalItems(item: number): number[] {
    const isPermanent = item <= PERMANENT.length;
    const others = ITEMS.filter((other) => other !== item && (isPermanent || other > PERMANENT.length));
    return [item, this.random.pick(others)];
  }

  #nextId(): string {
    this.#count++;
    return this.#lastId();
  }

  #lastId(): string {
    return `${this.#name}-${this.#count}`;
  }
}

interface PlanOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly known?: KnownItem | undefined;
  /** Whether the request may have an Idempotency-Key. */
  readonly key?: boolean;
  readonly type?: string;
  /** The path below the resource. */
  readonly path?: string;
}

const MISSING: Outcome = { status: 404 };
const OK = (after: ItemState): Outcome => ({ status: 200, after });

// The steps of an operation that can fail.
function getSteps(resource: ResourceName, operation: string): readonly FailingStep[] {
  const isCustom = operation === 'increment' || operation === 'transfer';
  const hooks: FailingStep[] = resource === 'hooked' ? ['before', 'after'] : [];
  return isCustom || resource === 'functions' ? [...hooks, 'function'] : hooks;
}
