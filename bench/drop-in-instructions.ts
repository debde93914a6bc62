/**
 * Counts the instructions that `oriel/register` and OpenTelemetry's spans add to a request of `node:http`, Express and Nest, without those of the
 * operating system: `node bench/drop-in-instructions.ts [--only http,http+oriel] [--register file] [--warm 15000] [--requests 4000]`. Needs valgrind.
 * `--register` is the built `register.js` of another version, whose instructions are then counted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countInstructions } from './lib/count-instructions.ts';
import { table } from './lib/figures.ts';
import { build, installIn } from './lib/peers.ts';

const PEERS = join(import.meta.dirname, 'peers/drop-in');
const NEST_PEERS = join(import.meta.dirname, 'peers/nest');
const FILES = {
  http: join(import.meta.dirname, 'servers/drop-in-http.mjs'),
  express: join(PEERS, 'express.mjs'),
  nest: join(NEST_PEERS, 'orders.mjs'),
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'http,http+oriel,http+spans,express,express+oriel,express+spans' },
    register: { type: 'string' },
    warm: { type: 'string', default: '15000' },
    requests: { type: 'string', default: '4000' },
    'no-build': { type: 'boolean', default: false },
  },
});
const register = values.register === undefined ? 'oriel/register' : resolve(values.register);
const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env['ORIEL_PROFILER_FILE'] = join(folder, 'profiler.sqlite');
// In valgrind, the recorder would pause, and requests without a profile would be counted.
process.env['ORIEL_PROFILER_PAUSE'] = '0';
installIn(PEERS);
if (values.only.includes('nest')) installIn(NEST_PEERS);
if (values.register === undefined && !values['no-build']) build();

const counts = new Map<string, number>();
const rows: string[][] = [];
for (const name of values.only.split(',')) {
  const [base, recorder] = name.split('+') as [keyof typeof FILES, string | undefined];
  process.env['NODE_OPTIONS'] =
    recorder === undefined ? '' : `--import ${recorder === 'spans' ? join(PEERS, 'spans.mjs') : register}`;
  const server = {
    ...{ peer: name, workload: '', file: FILES[base], mode: 'development', path: '/orders/000000' },
    createRequests,
    // The profiles of the last requests are written.
    restMs: 1_500,
  };
  const count = await countInstructions(server, Number(values.warm), Number(values.requests));
  counts.set(name, count);
  const plain = counts.get(base);
  const added = plain === undefined || plain === count ? '' : (count - plain).toLocaleString('en');
  rows.push([name, count.toLocaleString('en'), added]);
  process.stderr.write(`${rows.at(-1)!.join(' ')}\n`);
}
console.log(table(['instructions per request', 'all', 'added'], rows));

/** Creates orders that have a path, a query and a body of their own each. */
function createRequests(port: number): Buffer[] {
  return Array.from({ length: 20_000 }, (_, index) => {
    const number = (digits: number): string => String(index).padStart(digits, '0').slice(-digits);
    const lines = Array.from({ length: 5 }, (__, line) => ({ sku: `sku-${line}-${number(5)}`, price: 100 + line }));
    const body = JSON.stringify({ customer: `customer ${number(6)}`, lines });
    return Buffer.from(
      `POST /orders/${number(6)}?page=${number(3)}&view=${'abcdefgh'[index % 8]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
}
