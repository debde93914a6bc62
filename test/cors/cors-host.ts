import type { TestContext } from 'node:test';
import { HttpResponse, defineHost, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { checkRawExchanges } from '../lib/raw-exchanges.ts';
import { exchange } from '../robustness/raw-socket.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

/** A response that was received over a socket. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
  /** Returns the values of all lines with this name. */
  all(name: string): string[];
  header(name: string): string | undefined;
}

export type Send = (line: string, headers?: readonly string[], body?: string) => Promise<RawResponse>;

const Book = z.object({ id: z.int(), title: z.string() });

/**
 * Starts a host with CORS rules that listens until the test ends, and returns a function that sends it raw requests.
 * Responses for resources are checked against the OpenAPI document.
 */
export async function startHost(t: TestContext, config: HostConfig): Promise<Send> {
  const host = defineHost({
    log: { level: 'none', access: false },
    api: { formats: ALL_FORMATS },
    resources: [
      resource('books', Book, {
        id: 'id',
        provide: { list: () => [{ id: 1, title: 'a' }], get: () => ({ id: 1, title: 'a' }) },
      }),
    ],
    routes: [
      route('hello', 'GET /hello', { handle: () => ({ hello: 1 }) }),
      route('slash', 'GET /slash/', { handle: () => ({ slash: 1 }) }),
      route('sent', 'POST /sent', { body: z.object({ a: z.int() }), handle: () => ({}) }),
      route('broken', 'GET /broken', {
        handle: () => {
          throw new Error('broken');
        },
      }),
      route('hangs', 'GET /hangs', { handle: () => new Promise(() => {}) }),
      route('passed', 'GET /passed', {
        handle: () =>
          new HttpResponse(200, ['access-control-allow-origin', '*', 'Access-Control-Allow-Credentials', 'true'], 'x'),
      }),
      route('inner', 'GET /inner', { handle: ({ forward }) => forward('GET /hello') }),
      route('admin', 'GET /admin', { handle: () => 'secret' }),
      route('café', 'GET /admin/{rest<.*>}', { handle: () => 'secret' }),
    ],
    ...config,
  });
  const { port, close } = await host.listen({ host: '127.0.0.1', port: 0, mode: 'production' });
  t.after(() => close());
  return async (line, headers = [], body = '') => {
    const lines = headers.some((header) => header.startsWith('Host:')) ? headers : ['Host: api.example', ...headers];
    const request = `${line} HTTP/1.1\r\n${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`;
    const { text } = await exchange(port, request);
    await checkRawExchanges(host, [request], text);
    const [head = ''] = text.split('\r\n\r\n', 1);
    const sent = head
      .split('\r\n')
      .slice(1)
      .map((part) => part.split(/:\s*(.*)/s) as [string, string]);
    const all = (name: string) => sent.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
    return { status: Number(/ (\d{3}) /.exec(head)?.[1]), text, all, header: (name) => all(name)[0] };
  };
}

/** Returns the headers of a preflight request. */
export function preflight(origin: string, method: string, headers?: string): string[] {
  return [
    `Origin: ${origin}`,
    `Access-Control-Request-Method: ${method}`,
    ...(headers === undefined ? [] : [`Access-Control-Request-Headers: ${headers}`]),
  ];
}
