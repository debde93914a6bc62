import type { Host } from 'oriel-host';
import { checkExchange } from './checked-host.ts';

/**
 * Checks the exchanges of one connection against the document of a host.
 * @param requests the bytes of each request as latin1
 * @param received all received bytes as latin1
 * @throws {ContractError} if an exchange differs from the document
 */
export async function checkRawExchanges(host: Host, requests: readonly string[], received: string): Promise<void> {
  let rest = received;
  for (const request of requests) {
    const [head, body] = splitHead(request);
    const [line = '', ...lines] = head.split('\r\n');
    const [method = '', target = ''] = line.split(' ');
    const parsed = parseResponse(rest, method);
    if (parsed === undefined) return; // The connection was closed before this response.
    rest = parsed.rest;
    const sent = { headers: headersIn(lines), ...(body === '' ? {} : { body: utf8(body) }) };
    await checkExchange(host, `${method} ${target}`, sent, parsed.response);
  }
}

interface ParsedResponse {
  readonly response: Response;
  readonly rest: string;
}

// Parses the next message (RFC 9112 §6.3) and skips interim responses.
function parseResponse(text: string, method: string): ParsedResponse | undefined {
  const [head, after, isComplete] = splitHead(text);
  if (!isComplete) return undefined;
  const [line = '', ...lines] = head.split('\r\n');
  const status = Number(line.split(' ')[1]);
  if (status < 200) return parseResponse(after, method);
  const headers = headersIn(lines);
  const [body, rest] = method === 'HEAD' || EMPTY.includes(status) ? ['', after] : parseBody(after, headers);
  return { response: new Response(body === '' ? null : Buffer.from(body, 'latin1'), { status, headers }), rest };
}

function parseBody(text: string, headers: Headers): readonly [body: string, rest: string] {
  const length = headers.get('content-length');
  if (length !== null) return [text.slice(0, Number(length)), text.slice(Number(length))];
  if (!headers.has('transfer-encoding')) return [text, ''];
  let body = '';
  let position = 0;
  for (;;) {
    const end = text.indexOf('\r\n', position);
    const size = Number.parseInt(text.slice(position, end), 16);
    if (end < 0 || !(size > 0)) return [body, text.slice(end + 4)];
    body += text.slice(end + 2, end + 2 + size);
    position = end + 2 + size + 2;
  }
}

function splitHead(text: string): readonly [head: string, rest: string, isComplete: boolean] {
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? [text, '', false] : [text.slice(0, end), text.slice(end + 4), true];
}

function headersIn(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/s.exec(line) ?? [];
    // The host rejects invalid headers itself.
    // oxlint-disable-next-line no-control-regex
    if (name !== undefined && !/[\0\r\n]/.test(value!)) headers.append(name, value!);
  }
  return headers;
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString();
}

const EMPTY = [204, 304];
