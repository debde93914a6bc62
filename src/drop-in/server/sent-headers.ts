import type { ServerResponse } from 'node:http';
import { ResponseHeaders } from '../../core/http/response-headers.ts';

/** Returns the headers of a response as they were sent, those that Node.js added included. */
export function sentHeaders(response: ServerResponse): ResponseHeaders {
  const head = (response as ServerResponse & { readonly _header?: unknown })._header;
  return new ResponseHeaders(typeof head === 'string' ? parseHead(head) : declaredHeaders(response));
}

/** Returns the header lines of a head, as a flat list of names and values. */
export function parseHead(head: string): string[] {
  const list: string[] = [];
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (colon > 0) list.push(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return list;
}

// A response that was never sent, or a version of Node.js without the text of the head.
function declaredHeaders(response: ServerResponse): string[] {
  const headers = Object.entries(response.getHeaders());
  return headers.flatMap(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]);
}
