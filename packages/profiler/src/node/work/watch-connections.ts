import { errorMonitor } from 'node:events';
import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import {
  captureStack,
  currentScope,
  runInTrace,
  NullTrace,
  namesOwnSource,
  readPackageName,
  pathOfSource,
  readStackLine,
} from 'oriel-core/trace';
import { replaceMethod } from '../drivers/replace-method.ts';
import type { Method } from '../drivers/replace-method.ts';
import { guarded } from '../loading/guarded.ts';
import { findBundledLibrary } from './bundled-databases.ts';
import { beginWork } from './record-work.ts';

/**
 * Watches the connections that clients open. A connection that a package opens has no scope: it serves later requests as well,
 * and Node.js would run all events of its socket in the scope of the request that happened to open it. Connections of the
 * application itself and of `node:http`, which changes the scope of a socket with each request, keep theirs.
 *
 * @param report is called once for each database library that a bundle contains
 */
export function watchConnections(report: (problem: string) => void): void {
  reportProblem = report;
  if (watched) return;
  watched = true;
  replaceMethod(Socket.prototype, 'connect', observed);
}

let watched = false;
let reportProblem = (_problem: string): void => {};

interface ConnectOptions {
  readonly host?: unknown;
  readonly port?: unknown;
  readonly path?: unknown;
}

function observed(connect: Method): Method {
  return function (...args) {
    const target = readTarget(args);
    const isRecorded = currentScope().trace.recording;
    const isDatabase = isDatabaseTarget(target);
    if (!isRecorded && !isDatabase) return connect.apply(this, args);
    const opener = readOpener(captureStack(MAX_FRAMES));
    if (isDatabase) guarded('connections', () => reportBundle(opener.file));
    if (!isRecorded) return connect.apply(this, args);
    guarded('connections', () => measure(this as Socket, target));
    return opener.isShared ? runInTrace(NullTrace, () => connect.apply(this, args)) : connect.apply(this, args);
  };
}

const MAX_FRAMES = 40;

// `net.connect()` passes a list of options and callback.
function readTarget([first, second]: readonly unknown[]): ConnectOptions {
  const value: unknown = Array.isArray(first) ? first[0] : first;
  if (typeof value === 'object' && value !== null) return value;
  const isPort = typeof value === 'number' || /^\d+$/.test(String(value));
  return isPort ? { port: value, host: typeof second === 'string' ? second : undefined } : { path: value };
}

function isDatabaseTarget({ port, path }: ConnectOptions): boolean {
  if (typeof path === 'string') return /\.s\.PGSQL\.|mysql|maria/i.test(path);
  return PORTS.has(Number(port));
}

// PostgreSQL, CockroachDB, MySQL, SQL Server, Oracle, MongoDB, Redis, Cassandra and Neo4j.
const PORTS: ReadonlySet<number> = new Set([5432, 5433, 26257, 3306, 3307, 1433, 1521, 27017, 6379, 9042, 7687]);
const known = new Set<string>();

function reportBundle(file: string | undefined): void {
  if (file === undefined || known.has(file) || known.size > MAX_FILES) return;
  known.add(file);
  const problem = findBundledLibrary(file);
  if (problem !== undefined) reportProblem(problem);
}

const MAX_FILES = 100;

function measure(socket: Socket, { host, port, path }: ConnectOptions): void {
  const isSecure = 'encrypted' in socket;
  const address = typeof path === 'string' ? path : `${typeof host === 'string' ? host : 'localhost'}:${String(port)}`;
  const end = beginWork(() => `${isSecure ? 'connect with TLS' : 'connect'} ${address}`);
  if (end === undefined) return;
  let isOpen = true;
  const endOnce = (error?: unknown): void => {
    if (isOpen) end(error);
    isOpen = false;
  };
  socket.once(isSecure ? 'secureConnect' : 'connect', () => endOnce());
  (socket as EventEmitter).once(errorMonitor, endOnce);
}

/** The code that opens a connection. */
interface ConnectionOpener {
  /** Whether a package opens it, for requests that come later as well. */
  readonly isShared: boolean;
  /** The file of the application; undefined if a package opens it. */
  readonly file: string | undefined;
}

/** Finds the code that opens a connection: the first frame that is not of Node.js or the recorder. */
function readOpener(stack: string): ConnectionOpener {
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
