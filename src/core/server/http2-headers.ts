import type { OutgoingHttpHeaders } from 'node:http';

import { assertSendable } from './framing-headers.ts';

/** A flat list as HTTP/2 wants it: names in lower case, lines of one name together, nothing about the connection. */
export function toHttp2Headers(list: readonly string[]): OutgoingHttpHeaders {
  const headers: Record<string, string | string[]> = {};
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i]!.toLowerCase();
    if (name === 'connection') continue;
    const value = list[i + 1]!;
    assertSendable(name, value);
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name === 'set-cookie') headers[name] = [...[before].flat(), value];
    else headers[name] = `${String(before)}, ${value}`;
  }
  return headers;
}
