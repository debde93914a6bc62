import type { Host } from 'oriel';
import { hold } from './held.ts';

/**
 * Holds what went over a connection byte for byte: each request against the answer in its place.
 * @param requests as they were written, latin1
 * @param heard everything that came back, latin1
 * @throws {ContractError} when one differs from the document of the host
 */
export async function holdRaw(host: Host, requests: readonly string[], heard: string): Promise<void> {
  let rest = heard;
  for (const request of requests) {
    const [head, body] = splitHead(request);
    const [line = '', ...lines] = head.split('\r\n');
    const [method = '', target = ''] = line.split(' ');
    const answer = takeAnswer(rest, method);
    if (answer === undefined) return; // The connection was closed before it was its turn.
    rest = answer.rest;
    const sent = { headers: headersIn(lines), ...(body === '' ? {} : { body: utf8(body) }) };
    await hold(host, `${method} ${target}`, sent, answer.response);
  }
}

interface Taken {
  readonly response: Response;
  readonly rest: string;
}

// One message after the other (RFC 9112 §6.3); interim ones are passed over.
function takeAnswer(text: string, method: string): Taken | undefined {
  const [head, after, whole] = splitHead(text);
  if (!whole) return undefined;
  const [line = '', ...lines] = head.split('\r\n');
  const status = Number(line.split(' ')[1]);
  if (status < 200) return takeAnswer(after, method);
  const headers = headersIn(lines);
  const [body, rest] = method === 'HEAD' || EMPTY.includes(status) ? ['', after] : takeBody(after, headers);
  return { response: new Response(body === '' ? null : Buffer.from(body, 'latin1'), { status, headers }), rest };
}

function takeBody(text: string, headers: Headers): readonly [body: string, rest: string] {
  const length = headers.get('content-length');
  if (length !== null) return [text.slice(0, Number(length)), text.slice(Number(length))];
  if (!headers.has('transfer-encoding')) return [text, ''];
  let body = '';
  let at = 0;
  for (;;) {
    const end = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, end), 16);
    if (end < 0 || !(size > 0)) return [body, text.slice(end + 4)];
    body += text.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}

function splitHead(text: string): readonly [head: string, rest: string, whole: boolean] {
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? [text, '', false] : [text.slice(0, end), text.slice(end + 4), true];
}

function headersIn(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/s.exec(line) ?? [];
    // What is no header was refused as such.
    // oxlint-disable-next-line no-control-regex
    if (name !== undefined && !/[\0\r\n]/.test(value!)) headers.append(name, value!);
  }
  return headers;
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString();
}

const EMPTY = [204, 304];
