import type { Host } from 'oriel';

export interface Asking {
  readonly accept?: string;
  readonly type?: string;
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: () => Record<string, unknown>;
}

/** Asks a host in memory: `ask(library(), 'GET /api/books')`. */
export async function ask(
  { host }: { readonly host: Host },
  line: string,
  { accept, type, body }: Asking = {},
): Promise<Answered> {
  const [method, path] = line.split(' ') as [string, string];
  const headers = new Headers();
  if (accept !== undefined) headers.set('Accept', accept);
  if (type !== undefined) headers.set('Content-Type', type);
  const request = new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const response = await host.fetch(request);
  const text = await response.text();
  const { status, headers: answered } = response;
  return { status, headers: answered, text, json: () => JSON.parse(text) as Record<string, unknown> };
}
