import { formatIdentifier } from '../core/http/identifier.ts';
import type { ClientOptions } from './client.ts';
import { linksOf } from './links.ts';
import { queryOf } from './query.ts';
import type { ListPage, Problem, Result } from './result.ts';

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
  readonly query?: Readonly<Record<string, unknown>>;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

/** The implementation of `client(…).cities`: sends requests and returns the results. */
export class ResourceCaller {
  readonly #root: string;
  readonly #path: string;
  readonly #options: ClientOptions;

  constructor(root: string, path: string, options: ClientOptions) {
    this.#root = root;
    this.#path = path;
    this.#options = options;
  }

  in(uri: Readonly<Record<string, string | number>>): ResourceCaller {
    const path = this.#path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(uri[name])));
    return new ResourceCaller(this.#root, path, this.#options);
  }

  list(query: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}): Promise<Result<ListPage<unknown>>> {
    return this.#page(this.#url() + queryOf(query), options);
  }

  async *each(
    query: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): AsyncIterableIterator<unknown> {
    let url: string | undefined = this.#url() + queryOf(query);
    while (url !== undefined) {
      const page: Result<ListPage<unknown>> = await this.#page(url, options);
      if (!page.ok) throw new ClientError(page.problem);
      yield* page.data.items;
      url = page.data.links.next;
    }
  }

  get(id: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    const { fields, query = {} } = options;
    return this.#call('GET', this.#item(id) + queryOf({ ...query, fields }), options);
  }

  refresh(id: unknown, etag: string, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('GET', this.#item(id) + asked(options), options, undefined, { 'If-None-Match': etag });
  }

  create(body: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('POST', this.#url() + asked(options), options, body);
  }

  replace(id: unknown, body: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('PUT', this.#item(id) + asked(options), options, body);
  }

  patch(id: unknown, changes: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('PATCH', this.#item(id) + asked(options), options, changes);
  }

  delete(id: unknown, options: CallOptions = {}): Promise<Result<unknown>> {
    return this.#call('DELETE', this.#item(id) + asked(options), options);
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
      links: linksOf(result.headers.get('Link'), url),
    };
    return { ...result, data };
  }

  async #call(
    method: string,
    url: string,
    { signal, ifMatch, idempotencyKey }: CallOptions,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Result<unknown>> {
    const { fetch: send = (request: Request) => fetch(request), headers: own = {} } = this.#options;
    const headers = new Headers({ Accept: 'application/json', ...(typeof own === 'function' ? own() : own), ...more });
    if (body !== undefined)
      headers.set('Content-Type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json');
    if (ifMatch !== undefined) headers.set('If-Match', ifMatch);
    if (idempotencyKey !== undefined) headers.set('Idempotency-Key', `"${idempotencyKey}"`);
    const init = {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    };
    return toResult(await send(new Request(url, init)));
  }
}

function asked({ query = {} }: CallOptions): string {
  return queryOf(query);
}

async function toResult(response: Response): Promise<Result<unknown>> {
  const { status, headers } = response;
  const text = await response.text();
  const data = text === '' ? undefined : parse(text);
  if (response.ok || status === 304) return { ok: true, status, headers, data, etag: headers.get('ETag') ?? undefined };
  return { ok: false, status, headers, problem: toProblem(data, response) };
}

// An intermediary, such as a proxy, may send a response that is not a problem document.
function toProblem(data: unknown, { status, statusText }: Response): Problem {
  const document = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  return { type: 'about:blank', title: statusText || `Status ${status}`, ...document, status };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
