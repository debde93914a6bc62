import { namesOwnSource, readPackageName, pathOfSource, readStackLine } from 'oriel-core/trace';

/** The code that opens a connection. */
export interface ConnectionOpener {
  /** Whether a package opens it, for requests that come later as well. */
  readonly isShared: boolean;
  /** The file of the application; undefined if a package opens it. */
  readonly file: string | undefined;
}

/** Finds the code that opens a connection: the first frame that is not of Node.js or the recorder. */
export function readOpener(stack: string): ConnectionOpener {
  for (const line of stack.split('\n').slice(1)) {
    // Node.js enters the scope of each request that it sends on a connection.
    if (line.includes('node:_http_agent') || line.includes('node:internal/deps/undici')) return OF_NODE;
    const frame = readStackLine(line);
    if (!frame || namesOwnSource(frame.source)) continue;
    const isShared = readPackageName(frame.source) !== undefined;
    return { isShared, file: isShared ? undefined : pathOfSource(frame.source) };
  }
  return OF_NODE;
}

const OF_NODE: ConnectionOpener = { isShared: false, file: undefined };
