import { setTimeout as sleep } from 'node:timers/promises';
import { FaultClient } from '../support/client.ts';
import type { Reply } from '../support/client.ts';
import { FailingHost, MARKER } from '../support/failing-host.ts';
import { atLeast, none } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';

/** Every listener position, handler, store, rule, serializer and stream throws, one after another, on kept-alive connections. */
export const exceptions: Scenario = {
  name: 'exceptions',
  fault:
    'An error is thrown, or a promise rejected, before and after every listener of every event, and in the handler, store, rules, schema, serializer, session storage, limit store and response stream.',
  run: runExceptions,
};

async function runExceptions(run: Run): Promise<readonly Figure[]> {
  const uncaught: string[] = [];
  const failing = new FailingHost();
  const collect = (error: unknown): void => void uncaught.push(`${failing.current}: ${String(error)}`);
  process.on('uncaughtException', collect).on('unhandledRejection', collect);
  run.onEnd(() => process.off('uncaughtException', collect).off('unhandledRejection', collect));
  const { url } = await failing.host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  run.onEnd(() => failing.host.close());
  const client = new FaultClient();
  run.onEnd(() => client.close());
  const wrong: string[] = [];
  const revealing: string[] = [];
  const unlogged: string[] = [];
  const broken: string[] = [];
  let reached = 0;
  for (const stage of failing.stages) {
    failing.logs.length = 0;
    failing.current = stage.name;
    failing.thrown = 0;
    const reply = await send(client, url, stage.line);
    // Errors after the response are thrown and logged later.
    for (let round = 0; round < 20 && !isLogged(failing); round++) await sleep(2);
    failing.current = undefined;
    if (reply.text.includes(MARKER)) revealing.push(`${stage.name}: ${reply.text}`);
    if (failing.thrown > 0) {
      reached++;
      if (!isLogged(failing) && !(stage.isOutage && stage.name.endsWith('rejected'))) unlogged.push(stage.name);
      if ((reply.status === 0 ? 'cut' : reply.status) !== stage.expected)
        wrong.push(`${stage.name}: ${reply.status} ${reply.error ?? reply.text}`);
    }
    const next = await send(client, url, 'GET /plain');
    if (next.status !== 200) broken.push(`${stage.name}: ${next.status} ${next.error ?? next.text}`);
  }
  return [
    atLeast('stages at which an error was thrown', reached, failing.stages.length - UNREACHED),
    none('wrong responses', wrong),
    none('responses that contain the error', revealing),
    none('errors that are not logged', unlogged),
    none('failed requests directly after', broken),
    none('uncaught errors', uncaught),
  ];
}

function send(client: FaultClient, url: string, line: string): Promise<Reply> {
  const [method = '', path = ''] = line.split(' ');
  if (method !== 'POST') return client.send(url + path, { method });
  const body = JSON.stringify(path === '/validate' ? { text: 'a text' } : { id: nextId++, text: 'a note' });
  return client.send(url + path, { method, headers: { 'content-type': 'application/json' }, body });
}

let nextId = 2;

// After the listeners `respond` and `error`, no further listener of their event is called.
const UNREACHED = 8;

function isLogged({ logs }: FailingHost): boolean {
  return logs.some(({ message, context }) => `${message} ${describe(context)}`.includes(MARKER));
}

function describe(context: object): string {
  return Object.values(context)
    .map((value: unknown) => (value instanceof Error ? String(value) + String(value.cause) : String(value)))
    .join(' ');
}
