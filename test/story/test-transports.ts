import { test } from 'node:test';
import type { HostConfig, LogRecord } from '../../packages/host/src/index.ts';
import { createCheckedHost, checkedSender } from '../lib/checked-host.ts';
import { sendRaw } from '../lib/send-raw.ts';
import type { Sent } from '../lib/send-raw.ts';
import { WANTS_TWO_HOSTS, startPair } from './two-hosts.ts';

export { sendRaw, type Sent };

/** Sends `GET /path`, or `GET http://www.localhost/path`, to the host under test. */
export type Send = (line: string, sent?: Sent) => Promise<Response>;

/** What a scenario can inspect in addition to the responses. */
export interface ScenarioContext {
  readonly logs: readonly LogRecord[];
}

/**
 * Registers two tests of one scenario, each with a new host: in memory, and over a socket with an HTTP client that
 * normalizes nothing. Uncaught errors and exchanges that contradict the OpenAPI document fail the tests. Pass a
 * configuration with data as a function.
 */
export function testTransports(
  name: string,
  config: HostConfig | (() => HostConfig),
  scenario: (send: Send, context: ScenarioContext) => Promise<void>,
): void {
  const create = () => createCheckedHost(typeof config === 'function' ? config() : config);
  test(`${name} (in memory)`, async () => {
    const { send, logs } = create();
    await scenario((line, sent) => send(line, { ...sent }), { logs });
    await uncaughtErrors();
  });

  if (WANTS_TWO_HOSTS)
    test(`${name} (two hosts)`, async () => {
      const given = typeof config === 'function' ? config() : config;
      const { host, logs } = createCheckedHost(given);
      const pair = await startPair(host.config);
      try {
        await scenario(checkedSender(host, pair.send), { logs });
        await uncaughtErrors();
      } finally {
        await pair.close();
      }
    });

  test(`${name} (over a socket)`, async () => {
    const { host, logs } = create();
    const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
    try {
      await scenario(
        checkedSender(host, (line, sent) => sendRaw(port, line, sent)),
        { logs },
      );
      await uncaughtErrors();
    } finally {
      await host.close();
    }
  });
}

// The test runner reports uncaught errors only while the test is running.
function uncaughtErrors(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
