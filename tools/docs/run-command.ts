import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { ROOT } from '../lib/source-files.ts';
import type { Command } from './project.ts';

const MAINS: Readonly<Record<string, string>> = {
  oriel: 'packages/profiler/src/cli/main.ts',
  'oriel-host': 'packages/host/src/cli/main.ts',
  'oriel-fuzz': 'packages/fuzz/src/main.ts',
};

/**
 * Runs a command of a guide: `npm test`, or `npx oriel …`.
 *
 * @throws if it fails, or if its output does not contain the texts of the guide
 */
export async function runCommand({ line, output }: Command, folder: string): Promise<void> {
  const [program, ...args] = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  const target =
    program === 'npm'
      ? ['--test', ...args.slice(1)]
      : [join(ROOT, MAINS[args[0] ?? ''] ?? MAINS['oriel-host']!), ...args.slice(1)];
  // Node.js does not run tests inside of tests, which this variable marks.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const flags = ['--conditions=oriel:source', '--disable-warning=ExperimentalWarning'];
  const printed = await promisify(execFile)(process.execPath, [...flags, ...target], { cwd: folder, env }).then(
    ({ stdout, stderr }) => stripVTControlCharacters(stdout + stderr),
    ({ stdout = '', stderr = '', message }: { stdout?: string; stderr?: string; message: string }) => {
      throw new Error(`the command "${line}" failed\n${stdout || message}${stderr}`.slice(0, 4_000));
    },
  );
  for (const text of output)
    if (!printed.includes(text)) throw new Error(`the output of "${line}" does not contain "${text}":\n${printed}`);
}
