import { types } from 'node:util';
import { performance } from 'oriel-core/builtins';
import { getMessage } from 'oriel-core/http';
import { currentScope, readableError } from 'oriel-core/trace';
import type { Method } from '../drivers/replace-method.ts';
import { copySignature, replaceMethod } from '../drivers/replace-method.ts';
import { settle } from '../own-frames.ts';

/** Ends the span of a piece of work. */
export type EndWork = (error?: unknown) => void;

/**
 * Starts to measure a piece of work of the running request. It becomes a span if it takes a millisecond or longer, so that
 * frequent short calls cost no memory.
 *
 * @param name the name of the span, or a function that returns it
 * @returns undefined outside of a recorded request
 */
export function beginWork(name: string | (() => string)): EndWork | undefined {
  const { trace, span } = currentScope();
  if (!trace.recording) return undefined;
  const from = performance.now();
  return (error) => {
    const to = performance.now();
    if (to - from < MIN_MS) return;
    const text = typeof name === 'string' ? name : name();
    const failure = error === undefined || error === null ? undefined : getMessage(readableError(error));
    trace.add('work', text.slice(0, MAX_NAME_LENGTH), span, from, to, failure);
  };
}

const MIN_MS = 1;
const MAX_NAME_LENGTH = 200;

/** Returns the name of the span of a call. */
export type NameOfWork = (args: readonly unknown[]) => string;

/** Returns a method that measures its calls until it returns, calls its callback or settles its promise. */
export function measured(method: Method, name: string, nameOf?: NameOfWork): Method {
  return function (...args) {
    const end = beginWork(nameOf === undefined ? name : () => nameOf(args));
    if (end === undefined) return method.apply(this, args);
    const hasCallback = replaceCallback(args, end);
    let result: unknown;
    try {
      result = method.apply(this, args);
    } catch (error) {
      end(error);
      throw error;
    }
    if (types.isPromise(result)) return settle(result, end);
    if (!hasCallback) end();
    return result;
  };
}

function replaceCallback(args: unknown[], end: EndWork): boolean {
  const callback = args.at(-1);
  if (typeof callback !== 'function') return false;
  const value: Method = function (...results) {
    // A function such as the progress of a hash may be called several times.
    end(results[0] instanceof Error ? results[0] : undefined);
    return (callback as Method).apply(this, results);
  };
  copySignature(value, callback as Method);
  args[args.length - 1] = value;
  return true;
}

/** Measures the calls of methods of an object. Those that it does not have are skipped, because versions differ. */
export function measureMethods(owner: object, names: readonly string[], prefix: string, nameOf?: NameOfWork): void {
  for (const name of names) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (typeof descriptor?.value !== 'function' || descriptor.configurable !== true) continue;
    const original = descriptor.value as Method;
    const label = `${prefix}${name}`;
    replaceMethod(owner, name, (method) => measured(method, label, nameOf && ((args) => `${label} ${nameOf(args)}`)));
    copySymbols(original, (owner as Record<string, object>)[name]!);
  }
}

// `util.promisify` reads symbols of functions.
function copySymbols(from: object, to: object): void {
  for (const symbol of Object.getOwnPropertySymbols(from))
    Object.defineProperty(to, symbol, Object.getOwnPropertyDescriptor(from, symbol)!);
}
