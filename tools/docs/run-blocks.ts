/** Runs a batch of code blocks in this process, one after the other; started by tools/check-docs.ts. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { CodeBlock } from './code-blocks.ts';
import { instrument } from './instrument.ts';
import { is, throws, unreached } from './promises.ts';

/** A block, and the file it is to be run from. */
export interface Job {
  readonly block: CodeBlock;
  readonly file: string;
}

/** What became of a job; `error` is missing when every promise held. */
export interface Result {
  readonly file: string;
  readonly error?: string;
}

const LONGEST = 10_000;
const { promise: stray, reject } = Promise.withResolvers<never>();
stray.catch(() => {});
// Blocks talk and leave servers open; only what fails is of interest, and the process ends with its batch.
process.on('uncaughtException', reject);
process.on('unhandledRejection', reject);
Object.assign(globalThis, { __is: is, __throws: throws });

process.on('message', async (jobs: readonly Job[]) => {
  for (const job of jobs) process.send!(await run(job));
  process.disconnect();
  process.exit();
});

async function run({ block, file }: Job): Promise<Result> {
  try {
    const { code, promises } = instrument(block.code, block.line);
    writeFileSync(file, code);
    await Promise.race([import(pathToFileURL(file).href), stray, tooLate()]);
    const [line] = unreached(promises);
    return line === undefined
      ? { file }
      : { file, error: `line ${line}: nothing ever came here, so nobody knows whether it holds` };
  } catch (error) {
    return { file, error: error instanceof Error ? tell(error) : String(error) };
  }
}

function tell(error: Error): string {
  return /^line \d+:/.test(error.message)
    ? error.message
    : (error.stack ?? error.message).split('\n').slice(0, 6).join('\n');
}

function tooLate(): Promise<never> {
  return new Promise((_, late) =>
    setTimeout(() => late(new Error(`it did not end within ${LONGEST / 1000} s`)), LONGEST).unref(),
  );
}
