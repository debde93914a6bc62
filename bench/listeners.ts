/**
 * What each listener of the full stack costs: in one process, without sockets, the requests of many visitors in step, so
 * that one look at the clock covers one listener for all of them. Of many bursts the fifth percentile counts, since whatever
 * else the machine does can only add. Beside the time stands what is left for the collector: bytes of the heap.
 * `node --conditions=oriel:source bench/listeners.ts [--seconds 10] [--burst 48]`
 */
import { parseArgs } from 'node:util';
import { defineHost } from 'oriel';
import { FakeHeaders, FakeIncoming } from './lib/fake-incoming.ts';
import { percentile, table } from './lib/figures.ts';
import { FULL_HOST } from './lib/full-host.ts';
import { CLOCK, HEAP, inStep } from './lib/in-step.ts';
import type { Gauge, Turn } from './lib/in-step.ts';
import { Turns } from './lib/turns.ts';
import { LOGIN_PATH, accessToken } from './visitors.ts';
import { FULL_PATH, WORKLOADS } from './workloads.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, burst: { type: 'string', default: '48' } },
});
const BURST = Number(values.burst);
const VISITORS = 200;
const HOST = '127.0.0.1:8000';
const application = defineHost(FULL_HOST).assembly('production');
const { asks: more = {} } = WORKLOADS.find(({ name }) => name === 'full')!;
const asks = { Accept: 'application/json, */*;q=0.5', ...more };

class Story {
  readonly clock = new Turns();
  readonly heap = new Turns();
  readonly whole: number[] = [];
  readonly #status: number;
  readonly #visitors: readonly Record<string, string>[];
  #next = 0;

  constructor(status: number, visitors: readonly Record<string, string>[], more: Record<string, string>) {
    this.#status = status;
    this.#visitors = visitors.map((each) => ({ ...asks, ...each, ...more }));
  }

  async measure(): Promise<void> {
    this.clock.add(await this.#inStep(CLOCK));
    const requests = this.burst();
    const began = CLOCK();
    for (const request of requests) await application.handle(request);
    this.whole.push((CLOCK() - began) / BURST);
  }

  async weigh(): Promise<void> {
    this.heap.add(await this.#inStep(HEAP));
  }

  burst(): FakeIncoming[] {
    const next = (): FakeHeaders => headersOf(this.#visitors[this.#next++ % this.#visitors.length]!);
    return Array.from({ length: BURST }, () => new FakeIncoming('GET', fresh(FULL_PATH), '', next()));
  }

  async #inStep(gauge: Gauge): Promise<readonly Turn[]> {
    const { turns, responses } = await inStep(application, this.burst(), gauge);
    const wrong = responses.find(({ status }) => status !== this.#status);
    if (wrong) throw new Error(`Answered ${wrong.status}, not ${this.#status}`);
    return turns;
  }
}

const visitors: Record<string, string>[] = [];
for (let i = 1; i <= VISITORS; i++) {
  const Authorization = `Bearer ${accessToken(`user-${i}`)}`;
  const { headers } = await answer(new FakeIncoming('GET', LOGIN_PATH, '', headersOf({ Authorization })));
  visitors.push({ Authorization, Cookie: headers.get('set-cookie')!.split(';', 1)[0]! });
}
const whole = new Story(200, visitors, {});
const { headers } = await answer(whole.burst()[0]!);
const unchanged = new Story(304, visitors, { 'If-None-Match': headers.get('etag')! });

const bursts = async (seconds: number, act: (story: Story) => Promise<void>): Promise<void> => {
  for (const end = performance.now() + seconds * 1000; performance.now() < end;)
    for (const story of [whole, unchanged]) for (let i = 0; i < 50; i++) await act(story);
};
// Asking for the size of the heap disturbs it, so that has a time of its own.
await bursts(Number(values.seconds), (story) => story.measure());
await bursts(1, (story) => story.weigh());
const columns = [whole, unchanged].flatMap(({ clock, heap }) => [clock.at(0.05), heap.at(0.5)]);
const digits = [2, 0, 2, 0];
const cells = (figure: (column: ReadonlyMap<string, number>) => number | undefined): string[] =>
  columns.map((column, index) => figure(column)?.toFixed(digits[index]) ?? '–');
const keys = new Set(columns.flatMap((column) => [...column.keys()]));
console.log(
  table(
    ['event', 'priority', 'listener', 'µs', 'bytes', '304: µs', 'bytes'],
    [
      ...[...keys].map((key) => [...key.split('|'), ...cells((column) => column.get(key))]),
      ['', '', 'all of them', ...cells((column) => column.values().reduce((one, other) => one + other, 0))],
      [
        ...['', '', 'one after the other'],
        ...[whole, unchanged].flatMap((story) => [percentile(story.whole, 0.05).toFixed(2), '']),
      ],
    ],
  ),
);
process.exit(0);

function headersOf(lines: Record<string, string>): FakeHeaders {
  return new FakeHeaders(Object.entries({ Host: HOST, ...lines }).map(([name, value]) => [name, fresh(value)]));
}

// As they come from a socket: what looks one up in a map has to hash it first, and never hashed it before.
function fresh(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

async function answer(request: FakeIncoming) {
  const { response } = await application.handle(request);
  if (response === undefined || response.status >= 300) throw new Error(`Answered ${response?.status}`);
  return response;
}
