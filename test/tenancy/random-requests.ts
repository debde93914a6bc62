/** A request of a test, without its tenant. */
export interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** What tenant `b` received, which tenant `a` may try to use. */
export interface Stolen {
  readonly tags: readonly string[];
  readonly cursors: readonly string[];
  readonly idempotencyKeys: readonly string[];
}

/** Returns random requests to all operations, in all formats, many of which name rows of tenant `b`. The same seed gives the same requests. */
export class RandomRequests {
  #state: number;
  readonly #stolen: Stolen;

  constructor(seed: number, stolen: Stolen) {
    this.#state = seed;
    this.#stolen = stolen;
  }

  next(): TestRequest {
    return this.#pick([
      ...[() => this.#list(), () => this.#list(), () => this.#list(), () => this.#list()],
      ...[() => this.#item(), () => this.#item()],
      ...[() => this.#write(), () => this.#write(), () => this.#write()],
      ...[() => this.#bulk(), () => this.#custom()],
    ])();
  }

  #list(): TestRequest {
    const [collection, parameters] = this.#pick(LISTS);
    const path = collection.replaceAll('{}', () => this.#id());
    const format = this.#pick(FORMATS);
    const isJsonapi = format === 'jsonapi';
    const chosen = [this.#pick(parameters), this.#pick(parameters)].filter(() => this.#chance(0.6));
    const pairs = chosen.map((name) => this.#parameter(name, isJsonapi));
    if (INCLUDING.includes(format) && this.#chance(0.6))
      pairs.push(`include=${this.#pick(INCLUDES[path.split('/').at(-1)!] ?? ['none'])}`);
    if (collection === '/entries' && this.#chance(0.6))
      pairs.push(`${isJsonapi ? 'page[cursor]' : 'cursor'}=${this.#pick(this.#stolen.cursors)}`);
    const query = pairs.join('&');
    if (!isJsonapi && this.#chance(0.1))
      return {
        method: 'QUERY',
        path: `/api${path}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: query,
      };
    const headers: Record<string, string> = this.#chance(0.1) ? { 'If-None-Match': this.#pick(this.#stolen.tags) } : {};
    return {
      method: this.#chance(0.1) ? 'HEAD' : 'GET',
      path: `/api${path}.${format}${query === '' ? '' : `?${query}`}`,
      headers,
    };
  }

  #item(): TestRequest {
    const path = this.#itemPath();
    const format = this.#pick(FORMATS);
    const include =
      INCLUDING.includes(format) && this.#chance(0.6)
        ? `?include=${this.#pick(INCLUDES[path.split('/').at(-2)!] ?? ['none'])}`
        : '';
    const fields = include === '' && this.#chance(0.2) ? '?fields=title,text,name' : '';
    const headers: Record<string, string> = this.#chance(0.2) ? { 'If-None-Match': this.#pick(this.#stolen.tags) } : {};
    return {
      method: this.#pick(['GET', 'GET', 'HEAD', 'OPTIONS']),
      path: `/api${path}.${format}${fields || include}`,
      headers,
    };
  }

  #write(): TestRequest {
    const method = this.#pick(['POST', 'PUT', 'PATCH', 'DELETE']);
    const [collection, createBody] = this.#pick(this.#writable());
    const headers = this.#writeHeaders();
    if (method === 'POST')
      return {
        method,
        path: `/api${collection}`,
        headers: { ...headers, ...JSON_BODY },
        body: JSON.stringify(createBody(this.#newId())),
      };
    // The identifier of a row of another tenant cannot be created, but one that does not exist anywhere can.
    const isNew = method === 'PUT' && collection === '/notes';
    const id = isNew ? this.#newId() : collection === '/pins' ? `p${2 + this.#below(3)}` : this.#id(1);
    const path = `/api${collection}/${id}`;
    if (method === 'DELETE') return { method, path, headers };
    const body = createBody(id);
    if (method === 'PUT') return { method, path, headers: { ...headers, ...JSON_BODY }, body: JSON.stringify(body) };
    const { id: _, ...changes } = body as Record<string, unknown>;
    if (this.#chance(0.5))
      return {
        method,
        path,
        headers: { ...headers, 'Content-Type': 'application/merge-patch+json' },
        body: JSON.stringify(changes),
      };
    const steps = Object.entries(changes).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }));
    return {
      method,
      path,
      headers: { ...headers, 'Content-Type': 'application/json-patch+json' },
      body: JSON.stringify(steps),
    };
  }

  #bulk(): TestRequest {
    const [collection, createBody] = this.#pick(
      this.#writable().filter(([path]) => path === '/notes' || path === '/entries'),
    );
    const items = Array.from({ length: 1 + this.#below(3) });
    const headers = { ...this.#writeHeaders(), ...JSON_BODY };
    const path = `/api${collection}`;
    if (this.#chance(0.5))
      return { method: 'POST', path, headers, body: JSON.stringify(items.map(() => createBody(this.#newId()))) };
    return { method: 'PATCH', path, headers, body: JSON.stringify(items.map(() => createBody(this.#id(1)))) };
  }

  #custom(): TestRequest {
    return this.#pick([
      () => ({ method: 'POST', path: `/api/notes/${this.#id()}/publish`, headers: {} }),
      () => ({ method: 'GET', path: '/api/notes/recent', headers: {} }),
      () => ({
        ...{ method: 'POST', path: '/api/notes/import', headers: JSON_BODY },
        body: JSON.stringify({ id: this.#newId(), title: 'imported' }),
      }),
      () => ({
        method: 'GET',
        path: this.#pick(['/api.jsonld', '/api/docs.json', '/api/docs.jsonld', '/api/notes/none']),
        headers: {},
      }),
    ])();
  }

  #writeHeaders(): Record<string, string> {
    return {
      ...(this.#chance(0.15) ? { 'Idempotency-Key': this.#pick(this.#stolen.idempotencyKeys) } : {}),
      ...(this.#chance(0.1) ? { 'If-Match': this.#pick(this.#stolen.tags) } : {}),
      ...(this.#chance(0.1) ? { Prefer: 'return=minimal' } : {}),
      ...(this.#chance(0.2)
        ? { Accept: this.#pick(['application/ld+json', 'application/hal+json', 'application/vnd.api+json']) }
        : {}),
    };
  }

  #itemPath(): string {
    return this.#pick([
      ...['teams', 'authors', 'notes', 'entries', 'pins', 'countries'].map(
        (name) => () => `/${name}/${name === 'pins' ? `p${this.#below(5)}` : this.#id()}`,
      ),
      () => `/notes/${this.#id()}/comments/${this.#id()}`,
      () => `/labels/tenant=${this.#tenant()};slug=s${this.#below(3)}`,
    ])();
  }

  // The collections that are written to, each with a function that returns a body.
  #writable(): readonly (readonly [path: string, body: (id: string) => object])[] {
    const tenant = (field: string) => (this.#chance(0.25) ? { [field]: this.#tenant() } : {});
    const note = (id: string) => ({
      ...{ id, title: `note ${this.#below(9)}`, stars: this.#below(3) },
      author: this.#link('authors'),
      reviewer: this.#link('authors'),
      country: this.#chance(0.5) ? '/api/countries/fr' : null,
      ...tenant('tenant'),
    });
    return [
      ['/notes', note],
      ['/notes', note],
      ['/authors', (id) => ({ id, name: `bea ${this.#below(9)}`, team: this.#link('teams') })],
      ['/teams', (id) => ({ id, name: `team ${this.#below(9)}`, ...tenant('org') })],
      [`/notes/${this.#id()}/comments`, (id) => ({ id, text: `comment ${this.#below(9)}`, ...tenant('tenant') })],
      [
        '/entries',
        (id) => ({
          ...{ id, title: `entry ${this.#below(9)}`, at: this.#below(4), note: this.#link('notes') },
          ...tenant('tenant'),
        }),
      ],
      ['/pins', () => ({ id: `p${2 + this.#below(3)}`, label: `pin ${this.#below(2)}`, note: this.#link('notes') })],
      [`/authors/${this.#id()}/notes`, (id) => ({ ...note(id), author: undefined })],
    ];
  }

  #link(to: string): string | null {
    return this.#chance(0.3) ? null : `/api/${to}/${this.#id()}`;
  }

  #parameter(name: string, isJsonapi: boolean): string {
    const [, order] = /^order\[(.+)\]$/.exec(name) ?? [];
    const descends = order !== undefined && this.#chance(0.5);
    if (order !== undefined)
      return isJsonapi ? `sort=${descends ? '-' : ''}${order}` : `${name}=${descends ? 'desc' : 'asc'}`;
    const value = encodeURIComponent(this.#getValue(name));
    return `${isJsonapi ? (JSONAPI_NAMES[name] ?? `filter[${name}]`) : name}=${value}`;
  }

  #getValue(name: string): string {
    const of = ` of-${this.#pick(['a', 'b', 'b'])}`;
    switch (name) {
      case 'page':
        return String(1 + this.#below(3));
      case 'itemsPerPage':
        return String(1 + this.#below(5));
      case 'pagination':
        return 'false';
      case 'fields':
        return 'id,title';
      case 'view':
        return 'short';
      case 'author':
        return this.#chance(0.5) ? this.#id() : `/api/authors/${this.#id()}`;
      case 'stars[gt]':
        return String(this.#below(3));
      case 'author.name':
        return this.#pick(['kim 0', 'bea 1', 'zoe 2', 'bea 3']) + of;
      case 'authorPart':
        return this.#pick(['kim', 'bea', 'of-a', 'of-b']);
      case 'label':
        return `pin ${this.#below(2)}`;
      case 'title':
      case 'note.title':
        return this.#pick(['note', `note ${this.#below(7)}`, `note 0${of}`]);
      default:
        return this.#pick(['team 0', 'team 1', 'team 2', 'bea 1']) + of;
    }
  }

  #id(first = 0): string {
    const row = first + this.#below(7 - first);
    return this.#pick([`a${row}`, `a${row}`, `b${row}`, `b${row}`, `a-${this.#below(12)}`, 'missing']);
  }

  #newId(): string {
    return this.#chance(0.2) ? `a${1 + this.#below(6)}` : `a-${this.#below(12)}`;
  }

  #tenant(): string {
    return this.#pick(['a', 'b', 'b', 'c']);
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  // Mulberry32.
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

const JSON_BODY = { 'Content-Type': 'application/json' };
const JSONAPI_NAMES: Readonly<Record<string, string>> = {
  ...{ page: 'page[number]', itemsPerPage: 'page[size]', fields: 'fields[notes]' },
  ...{ view: 'view', pagination: 'pagination' },
};
const INCLUDING: readonly string[] = ['json', 'jsonapi', 'hal'];
const FORMATS = ['json', 'json', 'jsonld', 'jsonapi', 'jsonapi', 'hal', 'csv', 'ndjson'];

/** Collections with their parameters. */
const NOTES = [
  ...['title', 'author', 'stars[gt]', 'author.name', 'authorPart', 'author.team.name', 'page'],
  ...['itemsPerPage', 'pagination', 'fields', 'view', 'order[title]', 'order[author.name]', 'order[author.team.name]'],
];
const LISTS: readonly (readonly [path: string, parameters: readonly string[]])[] = [
  ['/notes', NOTES],
  ['/notes', NOTES],
  ['/notes', NOTES],
  ['/authors/{}/notes', NOTES],
  ['/tenants/b/notes', ['title']],
  ['/tenants/a/notes', ['title']],
  ['/teams', ['name', 'order[name]']],
  ['/authors', ['name', 'team.name']],
  ['/notes/{}/comments', ['note.title']],
  ['/entries', ['itemsPerPage']],
  ['/labels', ['page']],
  ['/pins', ['label', 'note.title', 'order[note.title]', 'order[label]']],
  ['/countries', ['page']],
];
const INCLUDES: Readonly<Record<string, readonly string[]>> = {
  notes: ['author', 'author.team', 'author,reviewer', 'country,author.team'],
  authors: ['team'],
  entries: ['note', 'note.author'],
  comments: ['note', 'note.author.team'],
  pins: ['note', 'note.author.team', 'note.reviewer'],
};
