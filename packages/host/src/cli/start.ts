import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { superviseWorkers } from '../server/workers.ts';
import { readAddress, defineCommand, UsageError, readDuration } from 'oriel-core/cli';
import { findHostFile } from './find-host-file.ts';
import { WORKERS_LISTEN, createServerLogger, serve } from './start-process.ts';

/** `oriel-host start`: serves in production mode with one or more worker processes. */
export const command = defineCommand({
  name: 'start',
  summary: 'serve in production mode: JSON logs, graceful shutdown, workers',
  usage: 'start [file] [--workers number|max] [--host address] [--port number] [--grace duration]',
  help: [
    ['--workers number', 'the number of processes that share the port; max for one per core (default 1)'],
    ['--host address', 'the address to listen on (default HOST, else 127.0.0.1; 0.0.0.0 for all networks)'],
    ['--port number', 'the port to listen on; 0 for any free port (default PORT, else 8000)'],
    ['--grace duration', 'how long open requests have to finish after a stop signal, such as 10s (default 10s)'],
  ],
  examples: ['oriel-host start', 'oriel-host start --workers max --host 0.0.0.0'],
  options: {
    workers: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    grace: { type: 'string' },
  },
  maxPositionals: 1,
  run: async ({ workers, grace, ...flags }, [named]) => {
    const address = readAddress(flags);
    const number = readWorkers(workers);
    const gracePeriod = grace === undefined ? undefined : readDuration('--grace', grace, { maximum: MAX_GRACE });
    const file = findHostFile(named);
    if (number > 1 && cluster.isPrimary) return supervise(number, gracePeriod);
    return await serve(file, { ...address, ...(gracePeriod === undefined ? {} : { gracePeriod }), workers: number });
  },
});

// The primary process does not load the host, so that only workers open its connections.
function supervise(count: number, gracePeriod: number | undefined): undefined {
  const logger = createServerLogger({});
  // Workers inherit the environment as it is when they start.
  cluster.once('listening', () => (process.env[WORKERS_LISTEN] = '1'));
  // If the first worker cannot listen, no worker can. A worker that starts while the primary process ends would report EPIPE.
  cluster.on('exit', ({ id }, code) => {
    if (id !== 1 || code !== 1 || process.env[WORKERS_LISTEN]) return;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    process.exit(1);
  });
  superviseWorkers({
    count,
    gracePeriod,
    log: (message) => logger.log('info', 'server', message, { pid: process.pid }),
  });
}

function readWorkers(text = '1'): number {
  if (text === 'max') return availableParallelism();
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= MAX_WORKERS) return number;
  throw new UsageError(
    `--workers is "${text}"; expected a number of processes from 1 to ${MAX_WORKERS}, or max for one per core`,
  );
}

const MAX_WORKERS = 1_024;
const MAX_GRACE = 86_400_000;
