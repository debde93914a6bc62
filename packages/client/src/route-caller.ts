import type { ClientOptions } from './client.ts';
import { sendRequest } from './send-request.ts';
import type { Lines } from './line-table.ts';
import { getRouteQuery } from './query-string.ts';
import { fillPath } from './route-path.ts';

/** What the call of a route or custom operation sends. */
export interface NamedCall {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The implementation of `client(…).routes.hello(…)`. */
export async function callRoute(
  name: string,
  input: NamedCall,
  lines: Lines,
  options: ClientOptions,
): Promise<unknown> {
  const { method, path, root } = await lines.find(name);
  const { params = {}, query = {}, body, headers, signal } = input;
  const url = root + fillPath(path, params) + getRouteQuery(query);
  return sendRequest({ method, url, body, headers: headers ?? {}, signal }, options);
}
