import type { ClientOptions } from './client.ts';
import type { Problem, Result } from './result.ts';

/** One request of a client. */
export interface Sending {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request with the options of the client and returns the result. Throws only if the network fails. */
export async function sendRequest(
  sending: Sending,
  options: ClientOptions,
): Promise<Result<unknown> & { data?: unknown }> {
  const { fetch: send = (request: Request) => fetch(request), headers: extraHeaders = {} } = options;
  const { method, url, body, signal } = sending;
  const headers = new Headers({
    Accept: 'application/json',
    ...(typeof extraHeaders === 'function' ? extraHeaders() : extraHeaders),
    ...sending.headers,
  });
  const encoded = encodeBody(body);
  if (encoded?.type !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', encoded.type);
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers,
    ...(encoded && { body: encoded.body, ...(encoded.body instanceof ReadableStream && { duplex: 'half' }) }),
    ...(signal && { signal }),
  };
  return toResult(await send(new Request(url, init)));
}

interface EncodedBody {
  readonly body: NonNullable<RequestInit['body']>;
  /** Undefined if `Request` sets the media type, with the boundary of a form. */
  readonly type: string | undefined;
}

// Bodies with files are forms; other plain values are JSON.
function encodeBody(body: unknown): EncodedBody | undefined {
  if (body === undefined) return undefined;
  if (RAW.some((type) => body instanceof type)) return { body: body as EncodedBody['body'], type: undefined };
  if (hasFile(body)) return { body: toForm(body), type: undefined };
  return { body: JSON.stringify(body), type: 'application/json' };
}

const RAW = [Blob, FormData, URLSearchParams, Uint8Array, ReadableStream] as const;

function hasFile(body: unknown): body is object {
  return (
    isObject(body) && Object.values(body).some((value) => [value].flat().some((element) => element instanceof Blob))
  );
}

function toForm(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    for (const element of [value].flat() as unknown[])
      if (element instanceof Blob) form.append(name, element);
      else if (element !== undefined) form.append(name, isObject(element) ? JSON.stringify(element) : String(element));
  return form;
}

async function toResult(response: Response): Promise<Result<unknown> & { data?: unknown }> {
  const { status, headers } = response;
  const data = await getData(response);
  if (response.ok || status === 304) return { ok: true, status, headers, data, etag: headers.get('ETag') ?? undefined };
  return { ok: false, status, headers, data, problem: toProblem(data, response) };
}

// Text and JSON are decoded. Other content, such as an image, is a Blob, and so is a file, which accepts ranges.
async function getData(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? 'text/plain';
  if (response.headers.has('Accept-Ranges') || !/^text\/|[/+]json\b|charset=/i.test(type)) {
    const blob = await response.blob();
    return blob.size === 0 ? undefined : blob;
  }
  const text = await response.text();
  return text === '' ? undefined : parse(text);
}

// An intermediary, such as a proxy, may send a response that is not a problem document.
function toProblem(data: unknown, { status, statusText }: Response): Problem {
  const document = isObject(data) ? data : {};
  return { type: 'about:blank', title: statusText || `Status ${status}`, ...document, status };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
