import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { HostConfig } from '../../src/index.ts';
import type { LogRecord } from '../../src/index.ts';
import { createTestHost } from '../../src/testing/index.ts';

/** What a story says of a request beside its line. */
export interface Sent {
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** Sends `GET /path`, or `GET http://www.localhost/path`, to the host of the story. */
export type Send = (line: string, sent?: Sent) => Promise<Response>;

/** What a story may look at beside the answers. */
export interface World {
  readonly logs: readonly LogRecord[];
}

/**
 * Tells one story twice, each time to a new host: in memory, and over a real socket with a client that changes nothing.
 * An error that nobody caught fails the story, too. A configuration that keeps data is given as a function.
 */
export function bothWays(
  name: string,
  config: HostConfig | (() => HostConfig),
  story: (send: Send, world: World) => Promise<void>,
): void {
  const create = () => createTestHost(typeof config === 'function' ? config() : config);
  test(`${name} (in memory)`, async () => {
    const { send, logs } = create();
    await story((line, sent) => send(line, { ...sent }), { logs });
    await strayErrors();
  });

  test(`${name} (over a socket)`, async () => {
    const { host, logs } = create();
    const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
    try {
      await story((line, sent) => sendRaw(port, line, sent), { logs });
      await strayErrors();
    } finally {
      await host.close();
    }
  });
}

/** One request over a socket, its target as written; the answer as a web `Response`. */
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

// The runner fails a test for what nobody caught, if the test is still running by then.
function strayErrors(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
