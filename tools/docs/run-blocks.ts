/** Runs a batch of code blocks sequentially in this process, which tools/check-docs.ts starts. */
import { pathToFileURL } from 'node:url';
import type { CodeBlock } from './code-blocks.ts';
import { compileDecorators, hasDecorators } from './decorators.ts';
import { instrument } from './instrument.ts';
import { is, notExecuted, throws } from './assertions.ts';
import { runCommand } from './run-command.ts';
import { writeBlock } from './write-block.ts';

/** A block, and the file to run it from. */
export interface Job {
  readonly block: CodeBlock;
  readonly file: string;
}

/** The result of a job; `error` is missing if all assertions passed. */
export interface Result {
  readonly file: string;
  readonly error?: string;
}

const TIME_LIMIT_MS = 10_000;
const { promise: uncaught, reject } = Promise.withResolvers<never>();
uncaught.catch(() => {});
// Blocks may print, and leave servers open. The process exits after its batch.
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
    const { command, name = 'step.ts' } = block.project ?? {};
    if (command !== undefined || name.endsWith('.test.ts')) {
      writeBlock(file, block);
      await runCommand(command ?? { line: `npm test ${name}`, output: [] }, file.slice(0, -name.length));
      return { file };
    }
    const { code, assertions } = instrument(block.code, block.line);
    writeBlock(file, block, code);
    const runnable = hasDecorators(block) ? compileDecorators(file) : file;
    await Promise.race([import(pathToFileURL(runnable).href), uncaught, timeout()]);
    const [line] = notExecuted(assertions);
    return line === undefined ? { file } : { file, error: `line ${line}: this assertion was not executed` };
  } catch (error) {
    return { file, error: error instanceof Error ? describe(error) : String(error) };
  }
}

function describe(error: Error): string {
  return /^(?:line \d+:|the (?:command|output))/.test(error.message)
    ? error.message
    : (error.stack ?? error.message).split('\n').slice(0, 6).join('\n');
}

function timeout(): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`it did not end within ${TIME_LIMIT_MS / 1000} s`)), TIME_LIMIT_MS).unref(),
  );
}
