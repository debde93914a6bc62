import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { atMost, getMessage } from 'oriel-core/http';
import { PEERS } from '../peer-packages.ts';
import { nodeOptions } from '../node/announce.ts';
import { defaultStoreFile, readEditor } from '../node/settings.ts';
import { OtlpReceiver } from '../otlp/receive/otlp-receiver.ts';
import type { PbfLibrary } from '../otlp/receive/read-protobuf.ts';
import { openProfileStorage } from '../store/open-profile-storage.ts';
import { isPostgresUrl } from '../store/postgres/postgres-profile-storage.ts';
import { describeServer } from '../store/postgres/postgres-trouble.ts';
import { ProfileTokenAllocator } from '../store/profile-token.ts';
import { WriteBehind } from '../store/write-behind.ts';
import { PagesServer } from '../view/serve.ts';
import { listen } from './listen.ts';
import { explainListen, defineCommand, UsageError, print } from 'oriel-core/cli';

/** `oriel`: serves the pages of the profiler in a process of their own. */
export const command = defineCommand({
  name: 'serve',
  summary: 'serve the pages: the requests of every application that runs with --import oriel/register',
  usage: '[serve] [--port number] [--host address] [--store place]',
  help: [
    ['--port number', 'the port of the pages (default 8025)'],
    ['--host address', 'the address to listen on (default localhost); other machines need ORIEL_PROFILER_KEY'],
    [
      '--store place',
      'the profile store: an SQLite file or the URL of PostgreSQL (default ORIEL_PROFILER_FILE, or the store that all applications share)',
    ],
  ],
  examples: ['oriel', 'oriel --port 9000 --store var/profiler.sqlite'],
  options: { port: { type: 'string' }, host: { type: 'string' }, store: { type: 'string' } },
  maxPositionals: 0,
  run: async ({ port = '8025', host = 'localhost', store }) => {
    const location = store ?? process.env['ORIEL_PROFILER_FILE'] ?? defaultStoreFile(process.env);
    const file = isPostgresUrl(location) ? location : resolve(location);
    if (!isPostgresUrl(file)) mkdirSync(dirname(file), { recursive: true });
    const storage = openProfileStorage(file, (message) => process.stderr.write(`${message}\n`));
    const key = process.env['ORIEL_PROFILER_KEY'];
    const queue = new WriteBehind({ storage });
    const tokens = new ProfileTokenAllocator({ lease: (count) => storage.lease(count) });
    const receiver = new OtlpReceiver({
      push: (profile) => queue.push(profile),
      nextToken: () => tokens.next(),
      loadPbf: () => PEERS.load<PbfLibrary>('pbf', 'OTLP as protobuf')(),
    });
    const pages = new PagesServer({
      storage,
      queue,
      receiver,
      title: 'Oriel',
      key,
      keyOnly: false,
      editor: getEditor(process.env),
    });
    const address = { host, port: readPort(port) };
    const listening = await listen(pages.serve, address).catch((error: unknown) => {
      void storage.close();
      throw explainListen(error, address, 'The profiler') ?? error;
    });
    const { url } = listening;
    const name = isPostgresUrl(file) ? describeServer(file) : file;
    const options = nodeOptions(import.meta.resolve('oriel/register'));
    print(
      `Profiler on ${url}/_profiler/\nStore ${name}\nOTLP at ${url}/v1/traces and /v1/logs\nTo record any Node.js process: ${options}\n`,
    );
    const stop = async (): Promise<void> => {
      pages.close();
      await listening.close();
      // Traces that arrived before PostgreSQL has leased the first tokens have none yet.
      await atMost(tokens.lateLease, LEASE_TIMEOUT_MS);
      receiver.close();
      await queue.close();
      await storage.close();
      process.exit(0);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
    return undefined;
  },
});

const LEASE_TIMEOUT_MS = 2_000;

function getEditor(env: NodeJS.ProcessEnv): ReturnType<typeof readEditor> {
  try {
    return readEditor(env);
  } catch (error) {
    throw new UsageError(getMessage(error));
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`Invalid port "${text}"; use a number from 0 to 65535`);
  return port;
}
