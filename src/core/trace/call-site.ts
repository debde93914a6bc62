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

function toPath(file: string): string {
  return file.startsWith('file://') ? decodeURIComponent(new URL(file).pathname) : file.replace(/^async /, '');
}
