import { captureStack } from './capture-stack.ts';

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
  const place = /(?:\(|at )((?:file:\/\/)?[^()]+):(\d+):(\d+)\)?$/.exec(holder.stack ?? '');
  if (!place) return undefined;
  return { file: toPath(place[1]!), line: Number(place[2]), column: Number(place[3]) };
}

/** Returns the first position on the stack in the application: outside of every `node_modules`, of Oriel and of Node.js. */
export function applicationCallSite(): CallSite | undefined {
  for (const line of captureStack(MOST_FRAMES).split('\n').slice(2)) {
    const place = /(?:\(|at (?:async )?)((?:file:\/\/|\/|[A-Z]:)[^()]+):(\d+):(\d+)\)?$/.exec(line);
    if (!place || place[1]!.includes('/node_modules/') || place[1]!.startsWith(OWN_FOLDER)) continue;
    return { file: toPath(place[1]!), line: Number(place[2]), column: Number(place[3]) };
  }
  return undefined;
}

const MOST_FRAMES = 24;
const OWN_FOLDER = new URL('../../', import.meta.url).href;

function toPath(file: string): string {
  return file.startsWith('file://') ? pathOf(file) : file.replace(/^async /, '');
}

// Generated code can have any URL.
function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return url;
  }
}
