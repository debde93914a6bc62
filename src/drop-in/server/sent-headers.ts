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
  for (let next = head.indexOf('\r\n'); next >= 0;) {
    const start = next + 2;
    next = head.indexOf('\r\n', start);
    const end = next < 0 ? head.length : next;
    const colon = head.indexOf(':', start);
    if (colon > start && colon < end) list.push(head.slice(start, colon), head.slice(colon + 1, end).trim());
  }
  return list;
}

// A response that was never sent, or a version of Node.js without the text of the head.
function declaredHeaders(response: ServerResponse): string[] {
  const headers = Object.entries(response.getHeaders());
  return headers.flatMap(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]);
}
