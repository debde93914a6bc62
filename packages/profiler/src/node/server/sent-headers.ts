import type { ServerResponse } from 'node:http';
import { ResponseHeaders } from 'oriel-core/http';
import type { RecordedResponseHead } from '../../record/recorded-exchange.ts';

/** Returns what the recorder reads of a response that was sent, or of one that the application did not finish. */
export function sentResponse(response: ServerResponse): RecordedResponseHead {
  if (!response.headersSent) return NO_RESPONSE;
  return { status: sentStatus(response), headers: sentHeaders(response), body: null };
}

/** Returns the headers of a response as they were sent, those that Node.js added included. */
export function sentHeaders(response: ServerResponse): ResponseHeaders {
  const head = sentHead(response);
  return new ResponseHeaders(head === undefined ? declaredHeaders(response) : parseHead(head));
}

// An application may assign another status to `statusCode` afterwards, without an effect.
function sentStatus(response: ServerResponse): number {
  const sent = Number(sentHead(response)?.slice(STATUS_AT, STATUS_AT + 3));
  return sent > 0 ? sent : response.statusCode;
}

// The text of the head, such as `HTTP/1.1 200 OK\r\n…`; undefined if none was sent, or in a version of Node.js without it.
function sentHead(response: ServerResponse): string | undefined {
  const { _header: head } = response as ServerResponse & { readonly _header?: unknown };
  return typeof head === 'string' ? head : undefined;
}

/** Returns the header lines of a head, as a flat list of names and values. */
export function parseHead(head: string): string[] {
  const list: string[] = [];
  for (let next = head.indexOf('\r\n'); next >= 0;) {
    const start = next + 2;
    next = head.indexOf('\r\n', start);
    const end = next < 0 ? head.length : next;
    const colon = head.indexOf(':', start);
    if (colon <= start || colon >= end) continue;
    // Node.js writes a space after the colon.
    const value = head.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
    list.push(head.slice(start, colon), head.slice(value, end).trim());
  }
  return list;
}

function declaredHeaders(response: ServerResponse): string[] {
  const headers = Object.entries(response.getHeaders());
  return headers.flatMap(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]);
}

/** What is recorded of a request whose connection was closed before the head of a response was sent. */
export const NO_RESPONSE: RecordedResponseHead = { status: 0, headers: new ResponseHeaders(), body: null };

const SPACE = 32;
const STATUS_AT = 'HTTP/1.1 '.length;
