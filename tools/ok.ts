/** Runs all checks of the project: `npm run ok`. Prints one line per check, and the output of those that fail. */
import { spawn } from 'node:child_process';
import { styleText } from 'node:util';
import { ROOT } from './lib/source-files.ts';

const STEPS: readonly (readonly [label: string, script: string])[] = [
  ['format', 'format:check'],
  ['lint', 'lint'],
  ['imports', 'imports:check'],
  ['exports', 'exports:check'],
  ['unused', 'unused:check'],
  ['types', 'types'],
  ['tests', 'test'],
  ['prose', 'prose:check'],
  ['docs', 'docs:check'],
  ['package', 'package:check'],
];

// A test with an open handle must not block forever.
const TIME_LIMIT_MS = 900_000;

interface Outcome {
  readonly passed: boolean;
  readonly output: string;
  readonly seconds: number;
}

function run(script: string): Promise<Outcome> {
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIME_LIMIT_MS,
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => chunks.push(Buffer.from(error.message)));
    child.on('close', (code) => {
      resolve({
        passed: code === 0,
        output: Buffer.concat(chunks).toString(),
        seconds: (performance.now() - started) / 1000,
      });
    });
  });
}

const skipTests = process.argv.includes('--no-test');
for (const [label, script] of STEPS) {
  if (skipTests && script === 'test') {
    console.log(`- ${label}  skipped`);
    continue;
  }
  const { passed, output, seconds } = await run(script);
  const mark = passed ? styleText('green', '✓') : styleText('red', '✗');
  console.log(`${mark} ${label}  ${styleText('dim', `${seconds.toFixed(1)} s`)}`);
  if (passed) continue;
  process.exitCode = 1;
  console.log(`${output.trimEnd()}\n`);
}
