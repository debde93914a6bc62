import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { superviseWorkers } from '../core/server/workers.ts';
import { Logger } from '../core/trace/logger.ts';
import { jsonSink } from '../core/trace/json-sink.ts';
import { readAddress } from './address.ts';
import { defineCommand } from './command.ts';
import { findHostFile } from './find-host-file.ts';
import { MisuseError } from './misuse.ts';
import { WORKERS_LISTEN, serve } from './start-process.ts';

/** `oriel start`: serves for production, on one core or on all. */
export const command = defineCommand({
  name: 'start',
  summary: 'serve for production: JSON lines, every request answered before it stops',
  usage: 'start [file] [--workers number|max] [--host address] [--port number] [--grace ms]',
  help: [
    ['--workers number', 'processes that share the port; max for one per core (default 1)'],
    ['--host address', 'where to listen (default HOST, else 127.0.0.1; 0.0.0.0 for every network)'],
    ['--port number', 'which port; 0 finds a free one (default PORT, else 8000)'],
    ['--grace ms', 'how long requests may take to finish when it is stopped (default 10000)'],
  ],
  examples: ['oriel start', 'oriel start --workers max --host 0.0.0.0'],
  options: {
    workers: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    grace: { type: 'string' },
  },
  most: 1,
  run: async ({ workers, grace, ...flags }, [named]) => {
    const address = readAddress(flags);
    const number = readWorkers(workers);
    const graceMs = readGrace(grace);
    const file = findHostFile(named);
    if (number > 1 && cluster.isPrimary) return supervise(number, graceMs);
    return await serve(file, { ...address, ...(graceMs === undefined ? {} : { graceMs }), workers: number });
  },
});

// The primary stays out of the way: it loads no host, so that what the host opens is opened by workers only.
function supervise(count: number, graceMs: number | undefined): undefined {
  const logger = new Logger(
    jsonSink((line) => process.stdout.write(line)),
    'info',
  );
  // Workers get the environment as it is when they start.
  cluster.once('listening', () => (process.env[WORKERS_LISTEN] = '1'));
  // What keeps the first one from listening keeps all of them; without their primary they leave by themselves.
  cluster.on('exit', ({ id }, code) => {
    if (id === 1 && code === 1 && !process.env[WORKERS_LISTEN]) process.exit(1);
  });
  superviseWorkers({ count, graceMs, log: (message) => logger.log('info', 'server', message, { pid: process.pid }) });
}

function readWorkers(text = '1'): number {
  if (text === 'max') return availableParallelism();
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= MOST_WORKERS) return number;
  throw new MisuseError(
    `--workers is "${text}"; say how many processes, from 1 to ${MOST_WORKERS}, or max for one per core`,
  );
}

function readGrace(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new MisuseError(`--grace is "${text}"; say how many milliseconds, as in --grace 10000`);
}

const MOST_WORKERS = 1_024;
