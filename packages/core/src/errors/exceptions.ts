import { resolve } from 'node:path';
import { createFrames } from './frames.ts';
import type { Frame } from './frames.ts';
import { isError, ownValue, readProperty } from './safe-read.ts';
import { findFailedCall } from '../trace/failed-calls.ts';
import { hasProxy } from '../trace/has-proxy.ts';
import { toPlain } from './to-plain.ts';
import type { PlainValue } from './to-plain.ts';
import { printable, printableLine } from './printable.ts';
import type { SourceExcerpts } from './source-excerpt.ts';
import { parseStack } from './stack.ts';
import type { CallSite } from './stack.ts';

/** An exception as JSON data. */
export interface ExceptionView {
  readonly className: string;
  /** The class and its base classes, down to `Error`. */
  readonly classChain: readonly string[];
  readonly message: string;
  readonly code?: string;
  /** Own enumerable properties, such as `status`. */
  readonly properties: Readonly<Record<string, PlainValue>>;
  /** How it is related: thrown, the cause of another one, or one of several errors. */
  readonly via: 'thrown' | 'cause' | 'aggregate';
  /** The distance from the thrown exception. */
  readonly depth: number;
  readonly frames: readonly Frame[];
}

/** The exceptions of a thrown value, and the minimum number of omitted ones. */
export interface ExceptionList {
  readonly exceptions: readonly ExceptionView[];
  readonly omitted: number;
}

/**
 * Lists a thrown value and its `cause` and `errors` (of an `AggregateError`), outermost first. The value may be hostile: cycles
 * and throwing getters are handled, and at most 20 exceptions are listed.
 */
export function createExceptionList(thrown: unknown, root: string, excerpts: SourceExcerpts): ExceptionList {
  const exceptions: ExceptionView[] = [];
  const seen = new Set<unknown>();
  let omitted = 0;
  const queue: Pending[] = [{ value: thrown, via: 'thrown', depth: 0 }];
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (seen.has(next.value)) continue;
    if (exceptions.length === MAX_EXCEPTIONS) {
      omitted += 1 + queue.length;
      break;
    }
    if (typeof next.value === 'object') seen.add(next.value);
    exceptions.push(describe(next, root, excerpts));
    const nested = listNested(next);
    omitted += nested.omitted;
    // Depth first: the causes of an exception come before the next exception.
    queue.push(...nested.pending.reverse());
  }
  return { exceptions: withoutRepeatedExcerpts(exceptions), omitted };
}

interface Pending {
  readonly value: unknown;
  readonly via: ExceptionView['via'];
  readonly depth: number;
}

const MAX_EXCEPTIONS = 20;
const MAX_OF_ONE_AGGREGATE = 10;
const MAX_PROPERTIES = 30;
const MAX_MESSAGE_LENGTH = 10_000;

function describe({ value, via, depth }: Pending, root: string, excerpts: SourceExcerpts): ExceptionView {
  const classChain = getClassChain(value);
  const name = readProperty(value, 'name');
  const ownName =
    isError(value) && typeof name === 'string' && NAME.test(name) && !classChain.includes(name) ? name : undefined;
  const message = getMessage(value);
  const stack = readProperty(value, 'stack');
  const code = readProperty(value, 'code');
  return {
    className: ownName ?? classChain[0] ?? (value === null ? 'null' : typeof value),
    classChain,
    message: printable(message, MAX_MESSAGE_LENGTH),
    ...((typeof code === 'string' || typeof code === 'number') && { code: printableLine(String(code), 100) }),
    properties: getProperties(value),
    via,
    depth,
    frames: getFrames(value, typeof stack === 'string' ? parseStack(stack, message) : [], root, excerpts),
  };
}

// The stack of a driver may contain no code of the application. Then the call of the query is added.
function getFrames(value: unknown, sites: readonly CallSite[], root: string, excerpts: SourceExcerpts): Frame[] {
  const frames = createFrames(sites, root, excerpts);
  if (frames.some(({ kind }) => kind === 'yours')) return frames;
  const called = findCall(value);
  return called === undefined ? frames : createFrames([...sites, called], root, excerpts);
}

function findCall(value: unknown): CallSite | undefined {
  if (!isError(value)) return undefined;
  const caller = [value, ...WRAPPED.map((name) => ownValue(value, name))]
    .map(findFailedCall)
    .find((element) => element !== undefined);
  const [, file, line, column = 1] = /^(.+?):(\d+)(?::(\d+))?$/.exec(caller ?? '') ?? [];
  if (file === undefined) return undefined;
  return { function: 'called by the application', file: resolve(file), line: Number(line), column: Number(column) };
}

// The errors of Drizzle, Sequelize and TypeORM wrap that of the driver.
const WRAPPED = ['cause', 'parent', 'original', 'driverError'];

// Each source line is shown once: where its frame is open, or else where it occurs first.
function withoutRepeatedExcerpts(exceptions: readonly ExceptionView[]): ExceptionView[] {
  const owners = new Map<string, Frame>();
  for (const frame of exceptions.flatMap(({ frames }) => frames)) {
    if (frame.excerpt === undefined) continue;
    const owner = owners.get(findPath(frame));
    if (owner === undefined || (frame.open && !owner.open)) owners.set(findPath(frame), frame);
  }
  const bare = ({ excerpt: _, ...frame }: Frame): Frame => frame;
  return exceptions.map((exception) => ({
    ...exception,
    frames: exception.frames.map((frame) =>
      frame.excerpt === undefined || owners.get(findPath(frame)) === frame ? frame : bare(frame),
    ),
  }));
}

function findPath({ file, line }: Frame): string {
  return `${file}:${line}`;
}

function listNested({ value, depth }: Pending): { pending: Pending[]; omitted: number } {
  const pending: Pending[] = [];
  const errors = readProperty(value, 'errors');
  let omitted = 0;
  if (isError(value) && value instanceof AggregateError && !hasProxy(errors) && Array.isArray(errors)) {
    for (let i = 0; i < Math.min(errors.length, MAX_OF_ONE_AGGREGATE); i++) {
      pending.push({ value: readProperty(errors, i), via: 'aggregate', depth: depth + 1 });
    }
    omitted = errors.length - pending.length;
  }
  const cause = readProperty(value, 'cause');
  if (cause !== undefined && cause !== null && isError(value))
    pending.unshift({ value: cause, via: 'cause', depth: depth + 1 });
  return { pending, omitted };
}

/** Reads class names from the prototypes, because a value can have any `name`. */
function getClassChain(value: unknown): string[] {
  const names: string[] = [];
  let prototype: unknown = typeof value === 'object' && !hasProxy(value) ? value : null;
  for (let step = 0; step < 10 && prototype !== null; step++) {
    prototype = Object.getPrototypeOf(prototype);
    if (prototype === null || prototype === Object.prototype) break;
    const name = readProperty(ownValue(prototype as object, 'constructor'), 'name');
    if (typeof name === 'string' && name !== '') names.push(printableLine(name, 100));
  }
  return names;
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$.]{0,99}$/u;

function getMessage(value: unknown): string {
  if (isError(value)) {
    const message = readProperty(value, 'message');
    return typeof message === 'string' ? message : '';
  }
  if (typeof value === 'string') return value;
  if (typeof value === 'function') return 'A function was thrown instead of an Error';
  if (typeof value === 'object' && value !== null) return 'An object was thrown instead of an Error';
  return `${String(value)} was thrown instead of an Error`;
}

function getProperties(value: unknown): Readonly<Record<string, PlainValue>> {
  // Listing the keys of a byte array would create one key per byte.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || hasProxy(value)) return {};
  const keys = Object.keys(value).filter((key) => !SHOWN_ELSEWHERE.has(key));
  const entries = keys.slice(0, MAX_PROPERTIES).map((key) => [key, ownValue(value, key)] as const);
  return toPlain(Object.fromEntries(entries)) as Readonly<Record<string, PlainValue>>;
}

const SHOWN_ELSEWHERE = new Set(['name', 'message', 'stack', 'cause', 'errors', 'code']);
