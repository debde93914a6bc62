import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** The headers and the body of a request. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request over a socket without normalizing its target, and returns the response as a web `Response`. */
export async function sendRaw(port: number, line: string, { headers = {}, body }: Sent = {}): Promise<Response> {
  const [, method, host = 'localhost', path] = /^(\S+) (?:http:\/\/([^/]+))?(.*)$/s.exec(line)!;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method: method!,
      path: path!,
      agent: false,
      headers: { Host: host, ...length, ...headers },
    });
    outgoing.on('response', resolve).on('error', reject).end(body);
  });
  const content = await text(message);
  const lines: [string, string][] = [];
  for (let i = 0; i < message.rawHeaders.length; i += 2)
    lines.push([message.rawHeaders[i]!, message.rawHeaders[i + 1]!]);
  return new Response(content === '' ? null : content, { status: message.statusCode!, headers: lines });
}
