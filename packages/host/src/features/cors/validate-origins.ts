import { isPromise } from 'oriel-core/http';
import { createUnregisteredOrigin } from './origin-matcher.ts';
import { validateOrigin, compileOriginPattern, validateOriginPattern } from './origin.ts';
import type { OriginIssue } from './origin.ts';
import type { NamedRule } from './cors-policy.ts';
import type { OriginRule } from './cors-config.ts';
import { issue, formatValue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { getAmbiguity } from '../../matching/ambiguity.ts';
import { parseRegExp } from '../../matching/parse-regexp.ts';

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

/**
 * Returns why a regular expression could match more than it seems to: it does not match the whole origin, or has an
 * unescaped dot. Returns undefined for a safe expression.
 */
export function validateOriginRegExp({ source, flags }: RegExp): OriginIssue | undefined {
  const refused = [...flags].find((flag) => flag !== 'i' && flag !== 'u');
  if (refused !== undefined)
    return { reason: `Its flag ${refused} changes what it matches`, fix: 'Leave the flag out' };
  const syntax = removeLiterals(source);
  if (!source.startsWith('^') || !syntax.endsWith('$'))
    return { reason: 'It matches a part of an origin', fix: 'Start it with ^ and end it with $' };
  if (hasTopLevelAlternatives(syntax)) {
    const reason = 'Only the first of its alternatives is anchored at the start, and only the last at the end';
    return { reason, fix: 'Write one expression for each, or put them into (?: )' };
  }
  if (syntax.includes('.')) {
    return {
      reason: 'An unescaped . matches any character',
      fix: String.raw`Write \. for a dot, and [a-z0-9-]+ for a part of a name`,
    };
  }
  if (!source.replaceAll('\\', '').includes('://'))
    return { reason: 'It matches no origin', fix: String.raw`Start it with ^https:\/\/` };
  if (getAmbiguity(parseRegExp(source, flags)) > 1)
    return {
      reason: 'Its repetitions can divide an origin in several ways',
      fix: 'Separate them: [a-z0-9]+(?:-[a-z0-9]+)*',
    };
  return undefined;
}

// Replaces escapes and character classes, which match themselves, so that only syntax is left.
function removeLiterals(source: string): string {
  return source.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, ' ');
}

function hasTopLevelAlternatives(syntax: string): boolean {
  let depth = 0;
  for (const character of syntax) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === '|' && depth === 0) return true;
  }
  return false;
}
