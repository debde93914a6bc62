import { ConflictError, assertKnownNames, isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { validateListRequest } from '../declare/list-request.ts';
import { listInMemory } from './list-in-memory.ts';
import type { GetLinked, GetValue, RowReader } from '../declare/filters/match-filter.ts';
import type { FieldKind, Identity, ResourceStore, StoreContext, StoreShape } from '../declare/resource-store.ts';
import { TransactionalMap } from './transactional-map.ts';
import { message } from 'oriel-core/messages';

type Item = Record<string, unknown>;
// oxlint-disable-next-line typescript/no-explicit-any -- the schema of the resource has the type of its items
type AnyStore = Required<ResourceStore<any>>;

/**
 * Creates a store in memory, for tests and prototypes. Items are lost when the process ends. Filters through links work with
 * other memory stores.
 *
 * @param items the initial items, which are copied
 * @returns a store for one resource. A missing identifier is set to the next integer, or to a UUID if it is a string. Creating
 *   an item with an existing identifier throws `ConflictError`. The methods throw `TypeError` for unknown members of a list
 *   request, fields and keys
 *
 * @example
 * ```ts
 * import { defineHost, memoryStore, resource } from 'oriel-host';
 * import { z } from 'zod';
 * const boats = resource('boats', z.object({ id: z.int(), name: z.string() }), {
 *   id: 'id',
 *   store: memoryStore([{ id: 1, name: 'Nereid' }]),
 * });
 * await using host = defineHost({ resources: [boats], log: { level: 'none' } });
 * const response = await host.fetch(new Request('http://localhost/api/boats/1'));
 * await response.json(); // => { id: 1, name: 'Nereid' }
 * ```
 */
export function memoryStore(items: Iterable<Readonly<Item>> = []): AnyStore {
  return new MemoryStore(items);
}

class MemoryStore implements Required<ResourceStore<Item>> {
  readonly scope = undefined;
  readonly shared = false;
  readonly limitsLinks = true;
  readonly supports = ['search'] as const;
  readonly isolationLevels = [];
  readonly #start: readonly Item[];
  #items = new TransactionalMap<Item>();
  #shape: StoreShape | undefined = undefined;

  constructor(items: Iterable<Readonly<Item>>) {
    this.#start = structuredClone([...items]);
  }

  bind(shape: StoreShape): void {
    this.#shape = shape;
    this.#items = new TransactionalMap(this.#start.map((item) => [this.#key(item), item]));
  }

  list(request: Parameters<ResourceStore['list']>[0], { scope, context }: StoreContext) {
    validateListRequest(request);
    this.#checkFields([...(request.fields ?? []), ...request.order.map(({ field }) => field.split('.', 1)[0]!)]);
    const items = [...this.#items.values()].filter((item) => isInScope(item, scope));
    const { kindAt, valueAt, linkedAt } = this.#linksFor(context);
    return listInMemory(items, request, kindAt, valueAt, linkedAt);
  }

  get(id: Identity, { scope, lock }: StoreContext, fields: readonly string[] = []): MaybePromise<Item | null> {
    this.#checkIdentity(id);
    this.#checkFields(fields);
    const key = this.#key(id);
    const inScope = (item: Item | undefined): Item | null => (item && isInScope(item, scope) ? item : null);
    const found = lock === true ? this.#items.getLocked(key) : this.#items.get(key);
    return isPromise(found) ? found.then(inScope) : inScope(found);
  }

  #find(id: Identity, { scope }: StoreContext): Item | null {
    this.#checkIdentity(id);
    const item = this.#items.get(this.#key(id));
    return item !== undefined && isInScope(item, scope) ? item : null;
  }

  create(item: Item, { scope }: StoreContext): Item {
    const created = { ...this.#newId(item), ...structuredClone(withoutUndefined(item)), ...scope };
    const key = this.#key(created);
    if (this.#items.has(key)) throw createConflictError(this.#bound);
    this.#items.put(key, created);
    return created;
  }

  replace(id: Identity, item: Item, context: StoreContext): Item | null {
    return this.patch(id, item, context);
  }

  patch(id: Identity, changes: Item, context: StoreContext): Item | null {
    const before = this.#find(id, context);
    if (before === null) return null;
    const after = { ...before, ...structuredClone(withoutUndefined(changes)), ...context.scope };
    for (const key of this.#bound.id) after[key] = before[key];
    // Null removes a field that is optional but not nullable.
    for (const { name, nullable } of this.#bound.fields) if (after[name] === null && !nullable) delete after[name];
    this.#items.put(this.#key(after), after);
    return after;
  }

  delete(id: Identity, context: StoreContext): boolean {
    if (this.#find(id, context) === null) return false;
    this.#items.put(this.#key(id), undefined);
    return true;
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#items.transaction(work);
  }

  /** Its transactions are no objects: all calls of the store are part of the running one. */
  currentTransaction(): undefined {
    return undefined;
  }

  /** Filters and orders through links work with memory stores of items with one key. */
  refuses(path: string): string | undefined {
    const [field, ...rest] = path.split('.');
    if (rest.length === 0) return undefined;
    const other = linkedStore(this.#bound, field!);
    if (other === undefined) return `"${field}" links to a resource without a memoryStore`;
    if (other.#bound.id.length > 1) return `"${other.#bound.resource}" has a composite identifier`;
    return other.refuses(rest.join('.'));
  }

  get #bound(): StoreShape {
    if (this.#shape === undefined)
      throw new TypeError('This store is not used by a resource yet; pass it to one as `store`');
    return this.#shape;
  }

  #checkFields(names: readonly string[]): void {
    const { fields, resource } = this.#bound;
    for (const name of names)
      if (!fields.some((field) => field.name === name))
        assertKnownNames(
          [name],
          fields.map((field) => field.name),
          `field of "${resource}"`,
        );
  }

  #checkIdentity(id: Identity): void {
    const { id: keys, resource } = this.#bound;
    for (const key in id) if (!keys.includes(key)) assertKnownNames([key], keys, `key of "${resource}"`);
    for (const key of keys)
      if (id[key] === undefined) throw new TypeError(`An item of "${resource}" is identified by ${keys.join(' and ')}`);
  }

  #key(item: Item | Identity): string {
    return JSON.stringify(this.#bound.id.map((key) => item[key]));
  }

  #newId(item: Item): Item {
    const [key, ...more] = this.#bound.id;
    if (key === undefined || more.length > 0 || item[key] !== undefined) return {};
    const { kind } = this.#bound.fields.find(({ name }) => name === key)!;
    if (kind === 'string') return { [key]: crypto.randomUUID() };
    let highest = 0;
    for (const other of this.#items.values()) highest = Math.max(highest, Number(other[key]));
    return { [key]: highest + 1 };
  }

  readonly #kindAt = (path: string): FieldKind => {
    const [first, ...rest] = path.split('.');
    const other = rest.length > 0 ? linkedStore(this.#bound, first!) : undefined;
    if (other) return other.#kindAt(rest.join('.'));
    const field = this.#bound.fields.find(({ name }) => name === first);
    if (field === undefined || rest.length > 0) return 'json';
    const isLink = this.#bound.link(field.name) !== undefined;
    return (isLink ? field.elements : undefined) ?? field.kind;
  };

  // Links lead only to rows that the request may reach.
  #linksFor(context: StoreContext['context']): RowReader {
    const linkedAt: GetLinked = (row, path) => {
      const [field, ...rest] = path.split('.');
      const other = linkedStore(this.#bound, field!);
      if (other === undefined) return undefined;
      const rows = other.#linkedRows(([] as unknown[]).concat(row[field!] ?? []), context);
      const links = other.#linksFor(context);
      if (rest.length === 0) return { rows, ...links };
      const next = rows.map((item) => links.linkedAt(item, rest.join('.'))).filter((element) => element !== undefined);
      return next[0] && { ...next[0], rows: next.flatMap((linkedRows) => linkedRows.rows) };
    };
    const valueAt: GetValue = (row, path) => {
      const point = path.indexOf('.');
      if (point === -1) return row[path];
      const field = path.slice(0, point);
      const linked = linkedAt(row, field);
      if (linked === undefined) return undefined;
      const values = linked.rows.map((item) => linked.valueAt(item, path.slice(point + 1)));
      return Array.isArray(row[field]) ? values.flat() : values[0];
    };
    return { kindAt: this.#kindAt, valueAt, linkedAt };
  }

  #linkedRows(ids: readonly unknown[], context: StoreContext['context']): Item[] {
    const { linkScope } = this.#bound;
    const scope = linkScope === undefined ? {} : linkScope(context);
    if (scope === null) return [];
    const rows = ids.map((id) => this.#items.get(JSON.stringify([id])));
    return rows.filter((item) => item !== undefined && isInScope(item, scope)) as Item[];
  }
}

function linkedStore(shape: StoreShape, field: string): MemoryStore | undefined {
  const store: unknown = shape.link(field)?.store;
  return store instanceof MemoryStore ? store : undefined;
}

// Path variables are strings, whatever the kind of the field.
function isInScope(item: Item, scope: Readonly<Record<string, unknown>> = {}): boolean {
  return Object.entries(scope).every(([name, value]) => item[name] === value || String(item[name]) === value);
}

function createConflictError({ resource, id }: StoreShape): ConflictError {
  const errors = id.map((name) => ({ pointer: `/${name}`, detail: message('member.taken'), code: 'taken' }));
  return new ConflictError(message('item.conflict', { type: resource, fields: id.join(' and ') }), {
    type: '/problems/conflict',
    extensions: { errors },
  });
}

function withoutUndefined(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
}
