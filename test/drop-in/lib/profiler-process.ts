import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';

/** Starts `oriel profiler` in a process of its own. Returns its address, and a function that ends it as Ctrl+C does. */
export async function startProfiler(
  t: Pick<TestContext, 'after'>,
  store: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<number | null> }> {
  const args = ['--conditions=oriel:source', '--disable-warning=ExperimentalWarning', MAIN];
  const child = spawn(process.execPath, [...args, 'profiler', '--port', '0', '--store', store], {
    env: { ...process.env, ORIEL_PROFILER_KEY: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  t.after(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const [, found] = /OTLP at (http:\S+)\/v1\/traces/.exec((output += String(chunk))) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`oriel profiler ended with ${code}: ${output}`)));
  });
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return exit;
  };
  return { url, stop };
}

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
