/**
 * Measures the cost of each listener of the full stack. Runs the requests of many visitors in lockstep, in one process without
 * sockets, so that one reading of the clock covers one listener for all of them. The result is the fifth percentile of many
 * bursts, because other processes can only add time. The table also has the bytes of the heap that each listener allocates.
 */
import { parseArgs } from 'node:util';
import { defineHost } from 'oriel-host';
import { FakeHeaders, FakeIncoming } from './lib/fake-incoming.ts';
import { percentile, table } from './lib/figures.ts';
import { FULL_HOST } from './lib/full-host.ts';
import { CLOCK, HEAP, runInLockstep } from './lib/lockstep.ts';
import type { Gauge, CallCost } from './lib/lockstep.ts';
import { CallCosts } from './lib/call-costs.ts';
import { LOGIN_PATH, accessToken } from './visitors.ts';
import { FULL_PATH, WORKLOADS } from './workloads.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, burst: { type: 'string', default: '48' } },
});
const BURST = Number(values.burst);
const VISITORS = 200;
const HOST = '127.0.0.1:8000';
const application = defineHost(FULL_HOST).assembly('production');
const { requestHeaders: more = {} } = WORKLOADS.find(({ name }) => name === 'full')!;
const defaultHeaders = { Accept: 'application/json, */*;q=0.5', ...more };

class Scenario {
  readonly clock = new CallCosts();
  readonly heap = new CallCosts();
  readonly whole: number[] = [];
  readonly #status: number;
  readonly #visitors: readonly Record<string, string>[];
  #next = 0;

  constructor(status: number, visitors: readonly Record<string, string>[], more: Record<string, string>) {
    this.#status = status;
    this.#visitors = visitors.map((visitor) => ({ ...defaultHeaders, ...visitor, ...more }));
  }

  async measure(): Promise<void> {
    this.clock.add(await this.#runInLockstep(CLOCK));
    const requests = this.burst();
    const started = CLOCK();
    for (const request of requests) await application.handle(request);
    this.whole.push((CLOCK() - started) / BURST);
  }

  async measureHeap(): Promise<void> {
    this.heap.add(await this.#runInLockstep(HEAP));
  }

  burst(): FakeIncoming[] {
    const next = (): FakeHeaders => getHeaders(this.#visitors[this.#next++ % this.#visitors.length]!);
    return Array.from({ length: BURST }, () => new FakeIncoming('GET', fresh(FULL_PATH), '', next()));
  }

  async #runInLockstep(gauge: Gauge): Promise<readonly CallCost[]> {
    const { costs, responses } = await runInLockstep(application, this.burst(), gauge);
    const unexpected = responses.find(({ status }) => status !== this.#status);
    if (unexpected) throw new Error(`Unexpected status ${unexpected.status}; expected ${this.#status}`);
    return costs;
  }
}

const visitors: Record<string, string>[] = [];
for (let i = 1; i <= VISITORS; i++) {
  const Authorization = `Bearer ${accessToken(`user-${i}`)}`;
  const { headers } = await responseTo(new FakeIncoming('GET', LOGIN_PATH, '', getHeaders({ Authorization })));
  visitors.push({ Authorization, Cookie: headers.get('set-cookie')!.split(';', 1)[0]! });
}
const fullResponse = new Scenario(200, visitors, {});
const { headers } = await responseTo(fullResponse.burst()[0]!);
const unchanged = new Scenario(304, visitors, { 'If-None-Match': headers.get('etag')! });

const bursts = async (seconds: number, run: (scenario: Scenario) => Promise<void>): Promise<void> => {
  for (const end = performance.now() + seconds * 1000; performance.now() < end;)
    for (const scenario of [fullResponse, unchanged]) for (let i = 0; i < 50; i++) await run(scenario);
};
// Reading the size of the heap changes it, so that it is measured separately from the time.
await bursts(Number(values.seconds), (scenario) => scenario.measure());
await bursts(1, (scenario) => scenario.measureHeap());
const columns = [fullResponse, unchanged].flatMap(({ clock, heap }) => [clock.at(0.05), heap.at(0.5)]);
const digits = [2, 0, 2, 0];
const cells = (figure: (column: ReadonlyMap<string, number>) => number | undefined): string[] =>
  columns.map((column, index) => figure(column)?.toFixed(digits[index]) ?? '–');
const keys = new Set(columns.flatMap((column) => [...column.keys()]));
console.log(
  table(
    ['event', 'priority', 'listener', 'µs', 'bytes', '304: µs', 'bytes'],
    [
      ...[...keys].map((key) => [...key.split('|'), ...cells((column) => column.get(key))]),
      ['', '', 'total', ...cells((column) => column.values().reduce((one, other) => one + other, 0))],
      [
        ...['', '', 'sequentially'],
        ...[fullResponse, unchanged].flatMap((scenario) => [percentile(scenario.whole, 0.05).toFixed(2), '']),
      ],
    ],
  ),
);
process.exit(0);

function getHeaders(lines: Record<string, string>): FakeHeaders {
  return new FakeHeaders(Object.entries({ Host: HOST, ...lines }).map(([name, value]) => [name, fresh(value)]));
}

// Returns a string as it is received from a socket: flat, and without a cached hash.
function fresh(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

async function responseTo(request: FakeIncoming) {
  const { response } = await application.handle(request);
  if (response === undefined || response.status >= 300) throw new Error(`Unexpected status ${response?.status}`);
  return response;
}
