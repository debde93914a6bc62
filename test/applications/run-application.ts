import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicApplication, ReceivedResponse } from './public-application.ts';
import { sendRequest } from './send-request.ts';

/**
 * Starts an application, sends the requests of its session one after the other, and stops it.
 *
 * @param folder the folder with its packages
 * @param port the same in each run, because responses contain it
 * @param recorder options of Node.js that load the recorder, and its environment variables; undefined to run without it
 * @throws {Error} if the application ends or has no response within a minute
 */
export async function runApplication(
  application: PublicApplication,
  folder: string,
  port: number,
  recorder: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> } | undefined,
): Promise<readonly ReceivedResponse[]> {
  await application.prepare(folder);
  const { args, env } = application.start(port, folder);
  const child = spawn(process.execPath, [...(recorder?.args ?? []), ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', ...env, ...recorder?.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    await waitUntilReady(port, application.readyPath, () => {
      if (child.exitCode !== null) throw new Error(`${application.name} ended with ${child.exitCode}:\n${output}`);
    });
    const responses: ReceivedResponse[] = [];
    for (const { request } of application.session) {
      const sent = typeof request === 'function' ? request(responses) : request;
      const response = await sendRequest(port, sent).catch((error: unknown) => {
        throw new Error(`${application.name} has no response to ${sent.path}:\n${output}`, { cause: error });
      });
      responses.push(response);
    }
    // A signal without a listener ends the process at once, maybe before it writes the profile of the last response.
    await sleep(200);
    return responses;
  } finally {
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(5000)]);
    child.kill('SIGKILL');
    await ended;
  }
}

async function waitUntilReady(port: number, path: string, check: () => void): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(100)) {
    check();
    const response = await sendRequest(port, { path }).catch(() => undefined);
    if (response !== undefined && response.status < 500) return;
  }
  throw new Error(`No response from 127.0.0.1:${port}${path} within a minute`);
}
