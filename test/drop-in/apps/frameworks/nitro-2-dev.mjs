import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startNitro } from '../lib/start-nitro.mjs';

/** `nitro dev`, which runs the application in a worker thread and passes requests on to it. */
const manifest = createRequire(import.meta.url).resolve('nitropack/package.json');
const folder = join(import.meta.dirname, '../nitro-2');

// It empties the folder.
process.env.NITRO_2_OUTPUT = '.output-dev';

await startNitro(async (port) => {
  const cli = join(dirname(manifest), 'dist/cli/index.mjs');
  process.argv = [process.execPath, cli, 'dev', '--dir', folder, '--host', '127.0.0.1', '--port', String(port)];
  await import(pathToFileURL(cli).href);
  // Until the first build is complete, the server answers 503.
  while (!(await isReady(port))) await sleep(50);
});

async function isReady(port) {
  const response = await fetch(`http://127.0.0.1:${port}/empty`).catch(() => undefined);
  return response?.status === 204;
}
