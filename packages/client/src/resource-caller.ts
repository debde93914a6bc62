import { formatIdentifier } from './identifier.ts';
import type { ClientOptions } from './client.ts';
import { sendRequest } from './send-request.ts';
import type { Lines } from './line-table.ts';
import { getQuery } from './query-string.ts';
import type { ListPage, Problem, Result } from './result.ts';
import { fillPath } from './route-path.ts';

/** Thrown if a page of a list cannot be read; `problem` is the problem document of the response. */
export class ClientError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.name = 'ClientError';
    this.problem = problem;
  }
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly fields?: readonly string[];
  readonly include?: readonly string[];
  readonly query?: Readonly<Record<string, unknown>>;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

/** The implementation of `client(…).cities`: sends requests and returns the results. */
export class ResourceCaller {
  readonly #root: string;
  readonly #path: string;
  readonly #options: ClientOptions;
  readonly #name: string;
  readonly #lines: Lines;

  constructor(root: string, name: string, path: string, lines: Lines, options: ClientOptions) {
    this.#root = root;
    this.#name = name;
    this.#path = path;
    this.#lines = lines;
    this.#options = options;
    return withCustomOperations(this);
  }

  in(uri: Readonly<Record<string, string | number>>): ResourceCaller {
    return new ResourceCaller(this.#root, this.#name, fillPath(this.#path, uri), this.#lines, this.#options);
  }

  list(query: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}): Promise<Result<ListPage<unknown>>> {
    return this.#page(this.#url() + getQuery(query), options);
  }

  async *each(
    query: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): AsyncIterableIterator<unknown> {
    let url: string | undefined = this.#url() + getQuery(query);
    while (url !== undefined) {
      const page: Result<ListPage<unknown>> = await this.#page(url, options);
      if (!page.ok) throw new ClientError(page.problem);
      yield* page.data.items;
      url = page.data.links.next;
    }
  }

  get(id: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    const { fields, include, query = {} } = options;
    return this.#call('GET', this.#item(id) + getQuery({ ...query, fields, include }), options);
  }

  refresh(id: unknown, etag: string, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('GET', this.#item(id) + queryString(options), options, undefined, { 'If-None-Match': etag });
  }

  create(body: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('POST', this.#url() + queryString(options), options, body);
  }

  replace(id: unknown, body: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('PUT', this.#item(id) + queryString(options), options, body);
  }

  patch(id: unknown, changes: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('PATCH', this.#item(id) + queryString(options), options, changes);
  }

  delete(id: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('DELETE', this.#item(id) + queryString(options), options);
  }

  createAll(bodies: unknown, options?: CallOptions): Promise<Result<unknown>> {
    return this.create(bodies, options);
  }

  patchAll(changes: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('PATCH', this.#url() + queryString(options), options, changes);
  }

  /** Calls a custom operation. */
  async custom(name: string, input: CustomCall = {}): Promise<Result<unknown>> {
    const { id, params, body, ...options } = input;
    const { method, path } = await this.#lines.find(`${this.#name}.${name}`);
    const rest = fillPath(path, { ...params, id: id === undefined ? undefined : ID }).replace(ID, () =>
      formatIdentifier(id),
    );
    const url = this.#url() + (rest === '/' ? '' : rest) + queryString(options);
    return this.#call(method, url, options, body);
  }

  #url(): string {
    return this.#root + this.#path;
  }

  #item(id: unknown): string {
    return `${this.#url()}/${formatIdentifier(id)}`;
  }

  async #page(url: string, options: CallOptions): Promise<Result<ListPage<unknown>>> {
    const result = await this.#call('GET', url, options);
    if (!result.ok) return result;
    const total = result.headers.get('X-Total-Count');
    const data: ListPage<unknown> = {
      items: result.data as unknown[],
      total: total === null ? undefined : Number(total),
      links: readLinks(result.headers.get('Link'), url),
    };
    return { ...result, data };
  }

  #call(
    method: string,
    url: string,
    { signal, ifMatch, idempotencyKey }: CallOptions,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Result<unknown>> {
    const headers = {
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': `"${idempotencyKey}"` }),
      ...more,
    };
    return sendRequest({ method, url, body, headers, signal }, this.#options);
  }
}

interface CustomCall extends CallOptions {
  readonly id?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

// Replaced by the identifier, whose characters are already encoded.
const ID = '~id~';

/** Names that are not methods are custom operations. */
function withCustomOperations(caller: ResourceCaller): ResourceCaller {
  return new Proxy(caller, {
    get(target, name) {
      if (typeof name !== 'string' || name === 'then') return undefined;
      const method: unknown = Reflect.get(target, name);
      if (typeof method === 'function') return method.bind(target) as unknown;
      return (input?: CustomCall) => target.custom(name, input);
    },
  });
}

function queryString({ query = {} }: CallOptions): string {
  return getQuery(query);
}

const RELATIONS = ['first', 'prev', 'next', 'last'] as const;

/** Parses the pages in a `Link` header (RFC 8288) and returns them as absolute URLs. */
function readLinks(header: string | null, base: string): ListPage<unknown>['links'] {
  const links: Partial<Record<(typeof RELATIONS)[number], string>> = {};
  for (const [, target, parameters] of (header ?? '').matchAll(
    /<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~-]+\*?=(?:"[^"]*"|[^\s",;]*))*)/g,
  )) {
    const relations = /;\s*rel="?([^";]*)"?/.exec(parameters!)?.[1]?.split(/\s+/) ?? [];
    for (const relation of RELATIONS) if (relations.includes(relation)) links[relation] ??= new URL(target!, base).href;
  }
  return links;
}
