/** Runs all checks of the project: `npm run ok`. Prints one line per check, and the output of those that fail. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { styleText } from 'node:util';
import { lintTool } from './lib/lint-tools.ts';
import { ROOT } from './lib/source-files.ts';

type Step = readonly [label: string, script: string];

// These run at the same time, as many as there are processors, the slowest first.
const STATIC_STEPS: readonly Step[] = [
  ['docs', 'docs:check'],
  ['format', 'format:check'],
  ['lint', 'lint'],
  ['types', 'types'],
  ['unused', 'unused:check'],
  ['prose', 'prose:check'],
  ['imports', 'imports:check'],
  ['exports', 'exports:check'],
];

// These run alone: the tests use all processors, and both build the package.
const LAST_STEPS: readonly Step[] = [
  ['tests', 'test'],
  ['package', 'package:check'],
  ['installs', 'installs:check'],
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

async function check([label, script]: Step): Promise<void> {
  const { passed, output, seconds } = await run(script);
  const mark = passed ? styleText('green', '✓') : styleText('red', '✗');
  console.log(`${mark} ${label}  ${styleText('dim', `${seconds.toFixed(1)} s`)}`);
  if (passed) return;
  process.exitCode = 1;
  console.log(`${output.trimEnd()}\n`);
}

// Three steps use these tools. Each would install them on first use.
lintTool('depcruise');
const waiting = STATIC_STEPS.values();
async function checkWaiting(): Promise<void> {
  for (const step of waiting) await check(step);
}
await Promise.all(Array.from({ length: availableParallelism() }, checkWaiting));

const skipTests = process.argv.includes('--no-test');
for (const step of LAST_STEPS) {
  if (skipTests && step[1] === 'test') console.log('- tests  skipped');
  else await check(step);
}
