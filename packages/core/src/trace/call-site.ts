import { captureStack } from './capture-stack.ts';
import { namesOwnSource } from './own-source.ts';
import { pathOfSource, readStackLine } from './stack-frame.ts';
import type { StackFrame } from './stack-frame.ts';

/** A position in source code. */
export interface CallSite {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the position of the caller of `called`. Captures one frame only, so declaring thousands of routes is cheap.
 */
export function callSite(called: (...args: never[]) => unknown): CallSite | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  const holder: { stack?: string } = {};
  Error.captureStackTrace?.(holder, called);
  Error.stackTraceLimit = limit;
  const frame = readStackLine((holder.stack ?? '').split('\n').at(-1)!);
  return frame && findCallSite(frame);
}

/** Returns the first position on the stack in the application: outside of every `node_modules`, of Oriel and of Node.js. */
export function applicationCallSite(): CallSite | undefined {
  for (const line of captureStack(MAX_FRAMES).split('\n').slice(2)) {
    const frame = readStackLine(line);
    if (!frame || frame.source.includes('/node_modules/') || namesOwnSource(frame.source)) continue;
    return findCallSite(frame);
  }
  return undefined;
}

const MAX_FRAMES = 24;

function findCallSite({ source, line, column }: StackFrame): CallSite {
  return { file: pathOfSource(source), line, column };
}
