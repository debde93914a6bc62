import { isPromise } from 'oriel-core/http';
import { createUnregisteredOrigin } from './origin-matcher.ts';
import { validateOrigin } from './origin.ts';
import { compileOriginPattern, validateOriginPattern } from './origin-pattern.ts';
import { validateOriginRegExp } from './origin-regexp.ts';
import type { OriginIssue } from './origin.ts';
import type { NamedRule } from './cors-policy.ts';
import type { OriginRule } from './cors-config.ts';
import { issue, formatValue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Yields the issues of the `origins` of a rule: origins that no browser sends, and rules that allow more than they seem to. */
export function* validateOrigins({ origins, name, credentials }: NamedRule): Generator<ConfigIssue> {
  const path = `${name}.origins`;
  for (const [index, origin] of origins.entries()) {
    const found = findIssue(origin, origins.length);
    const originPath = origins.length > 1 ? `${path}[${index}]` : path;
    if (origin === '*' && credentials === true) yield* validateCredentials(origin, originPath);
    else if (found) yield issue('ORIEL_CORS_ORIGIN', originPath, `${describe(origin)}: ${found.reason}`, found.fix);
    else if (credentials === true) yield* validateCredentials(origin, originPath);
  }
}

function findIssue(origin: unknown, count: number): OriginIssue | undefined {
  if (typeof origin === 'function') return undefined;
  if (origin instanceof RegExp) return validateOriginRegExp(origin);
  if (typeof origin !== 'string')
    return { reason: 'It is not an origin', fix: 'Give a string, a regular expression or a function' };
  if (origin === 'null') return undefined;
  if (origin === '*')
    return count === 1
      ? undefined
      : { reason: 'It allows every origin, so the others have no effect', fix: "origins: '*'" };
  return origin.includes('*') ? validateOriginPattern(origin) : validateOrigin(origin);
}

// Pages of these origins act as the logged-in user.
function* validateCredentials(origin: OriginRule, path: string): Generator<ConfigIssue> {
  if (origin === 'null') {
    const reason =
      'Every page can create a frame with the origin null; with credentials, it acts as the logged-in user';
    yield issue('ORIEL_CORS_CREDENTIALS', path, reason, 'Leave null out, or allow it for a path without credentials');
  } else if (allowsAll(origin)) {
    const reason = `${describe(origin)} allows every origin; with credentials, every page on the web acts as the logged-in user`;
    yield issue('ORIEL_CORS_CREDENTIALS', path, reason, "Name the origins: ['https://app.example.com']");
  }
}

function allowsAll(origin: OriginRule): boolean {
  if (origin === '*') return true;
  const unregistered = createUnregisteredOrigin();
  if (typeof origin === 'string') return origin.includes('*') && compileOriginPattern(origin)(unregistered);
  const samples = [unregistered, unregistered.replace('https:', 'http:'), `${unregistered}:8443`];
  if (origin instanceof RegExp) return samples.some((sample) => origin.test(sample));
  return returnsTrue(origin, unregistered);
}

// A function may depend on a request or on something that is not started yet. OriginMatcher checks it again at its first
// `true`.
function returnsTrue(test: Exclude<OriginRule, string | RegExp>, origin: string): boolean {
  try {
    const result: unknown = test(origin, NO_REQUEST as never);
    if (isPromise(result)) result.then(undefined, () => undefined);
    return result === true;
  } catch {
    return false;
  }
}

const NO_REQUEST = Object.freeze({});

function describe(origin: unknown): string {
  return origin instanceof RegExp
    ? String(origin)
    : typeof origin === 'function'
      ? 'The function'
      : formatValue(origin);
}
