import type { Host } from 'oriel-host';

/** The parts of a request besides its method and path. */
export interface RequestParts {
  readonly accept?: string;
  readonly type?: string;
  /** A string is sent as is; other values are sent as JSON. */
  readonly body?: unknown;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: () => Record<string, unknown>;
}

/** Sends a request to a host in memory: `sendRequest(createLibrary(), 'GET /api/books')`. */
export async function sendRequest(
  { host }: { readonly host: Host },
  line: string,
  { accept, type, body }: RequestParts = {},
): Promise<ReceivedResponse> {
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
  const { status, headers: responseHeaders } = response;
  return { status, headers: responseHeaders, text, json: () => JSON.parse(text) as Record<string, unknown> };
}
