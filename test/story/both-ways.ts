import { test } from 'node:test';
import type { HostConfig, LogRecord } from '../../src/index.ts';
import { createHeldHost, holding } from '../lib/held.ts';
import { sendRaw } from '../lib/send-raw.ts';
import type { Sent } from '../lib/send-raw.ts';

export { sendRaw, type Sent };

/** Sends `GET /path`, or `GET http://www.localhost/path`, to the host of the story. */
export type Send = (line: string, sent?: Sent) => Promise<Response>;

/** What a story may look at beside the answers. */
export interface World {
  readonly logs: readonly LogRecord[];
}

/**
 * Tells one story twice, each time to a new host: in memory, and over a real socket with a client that changes nothing.
 * An error that nobody caught fails the story, too, and so does an exchange with a resource that its document does not tell. A configuration that keeps data is given as a function.
 */
export function bothWays(
  name: string,
  config: HostConfig | (() => HostConfig),
  story: (send: Send, world: World) => Promise<void>,
): void {
  const create = () => createHeldHost(typeof config === 'function' ? config() : config);
  test(`${name} (in memory)`, async () => {
    const { send, logs } = create();
    await story((line, sent) => send(line, { ...sent }), { logs });
    await strayErrors();
  });

  test(`${name} (over a socket)`, async () => {
    const { host, logs } = create();
    const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
    try {
      await story(
        holding(host, (line, sent) => sendRaw(port, line, sent)),
        { logs },
      );
      await strayErrors();
    } finally {
      await host.close();
    }
  });
}

// The runner fails a test for what nobody caught, if the test is still running by then.
function strayErrors(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
