import { parseQuery } from '../../http/query.ts';

/** The result of a tool call, as the Model Context Protocol defines it. */
export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Readonly<Record<string, unknown>>;
  isError?: boolean;
};

/** Returns a result with structured content. The same JSON is its text, for assistants that read only text. */
export function toResult(content: Readonly<Record<string, unknown>>, isError = false): ToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: content,
    ...(isError ? { isError } : {}),
  };
}

/** Returns the result for arguments that are not a request, in the form of a problem document. */
export function toArgumentError(detail: string): ToolResult {
  return toResult({ type: 'about:blank', title: 'Bad Request', status: 400, detail }, true);
}

/**
 * Converts a response to the result of a tool call. An error is its problem document; other responses are an object with
 * `status`, `body` and what a further call needs: `etag`, `location`, `total` and `next`.
 *
 * @param maxBytes the maximum size of the body; the result of a larger one is an error
 */
export async function getResult(response: Response, maxBytes: number): Promise<ToolResult> {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  const text = await readText(response, maxBytes);
  if (text === undefined) {
    const detail = `The response is larger than ${maxBytes} bytes; request fewer items or fields`;
    return toResult({ type: 'about:blank', title: 'Result too large', status, detail }, true);
  }
  const body = getBody(text, type);
  if (status < 400) return toResult({ status, ...describe(headers), ...(body === undefined ? {} : { body }) });
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return toResult(body as Readonly<Record<string, unknown>>, true);
  return toResult({ type: 'about:blank', title: response.statusText, status, detail: text }, true);
}

function getBody(text: string, type: string): unknown {
  if (text === '') return undefined;
  if (!JSON_TYPE.test(type)) return TEXT_TYPE.test(type) || type === '' ? text : `(a body of type ${type})`;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const JSON_TYPE = /^[^;]*[/+]json\s*(?:;|$)/i;
const TEXT_TYPE = /^(?:text\/|application\/(?:xml|yaml|x-ndjson|[^;]*\+xml))/i;

function describe(headers: Headers): Record<string, unknown> {
  const [etag, location, total] = [headers.get('etag'), headers.get('location'), headers.get('x-total-count')];
  const next = NEXT_LINK.exec(headers.get('link') ?? '')?.[1];
  return {
    ...(etag === null ? {} : { etag }),
    ...(location === null ? {} : { location }),
    ...(total === null ? {} : { total: Number(total) }),
    ...(next === undefined ? {} : { next: { query: parseQuery(next) } }),
  };
}

const NEXT_LINK = /<[^>?]*\?([^>]*)>;[^,]*rel="?next"?/;

/** Reads a body as text; undefined if it has more than `maxBytes` bytes. */
async function readText({ body }: Response, maxBytes: number): Promise<string | undefined> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
