import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';

/** Starts `oriel` in a process of its own. */
export async function startProfiler(t: Pick<TestContext, 'after'>, store: string): Promise<ProfilerProcess> {
  const args = ['--conditions=oriel:source', '--disable-warning=ExperimentalWarning', MAIN];
  const child = spawn(process.execPath, [...args, '--port', '0', '--store', store], {
    env: { ...process.env, ORIEL_PROFILER_KEY: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  t.after(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  let output = '';
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const [, found] = /OTLP at (http:\S+)\/v1\/traces/.exec((output += String(chunk))) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`oriel ended with ${code}: ${output}`)));
  });
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return exit;
  };
  return { url, output: () => output, stop };
}

interface ProfilerProcess {
  readonly url: string;
  /** What it printed. */
  readonly output: () => string;
  /** Ends it as a service manager does. Returns its exit code. */
  readonly stop: () => Promise<number | null>;
}

const MAIN = fileURLToPath(new URL('../../../packages/profiler/src/cli/main.ts', import.meta.url));
