import { nobodysOrigin } from './admission.ts';
import { originFlaw } from './origin.ts';
import { originPattern, patternFlaw } from './origin-pattern.ts';
import { regexpFlaw } from './regexp-flaw.ts';
import type { Flaw } from './origin.ts';
import type { NamedRule } from './cors-policy.ts';
import type { OriginRule } from './cors-config.ts';
import { compileOrigin } from './compile-origin.ts';
import { issue, shown } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** Origins that no browser sends, and those that let in more than they seem to. */
export function* wrongOrigins({ origins, name, credentials }: NamedRule): Generator<ConfigIssue> {
  const place = `${name}.origins`;
  for (const [index, origin] of origins.entries()) {
    const flaw = flawOf(origin, origins.length);
    const at = origins.length > 1 ? `${place}[${index}]` : place;
    if (origin === '*' && credentials === true) yield* wrongWithCredentials(origin, at);
    else if (flaw) yield issue('ORIEL_CORS_ORIGIN', at, `${told(origin)}: ${flaw.reason}`, flaw.fix);
    else if (credentials === true) yield* wrongWithCredentials(origin, at);
  }
}

function flawOf(origin: unknown, count: number): Flaw | undefined {
  if (typeof origin === 'function') return undefined;
  if (origin instanceof RegExp) return regexpFlaw(origin) ?? uncompiled(origin);
  if (typeof origin !== 'string')
    return { reason: 'It is no origin', fix: 'Give a string, a regular expression or a function' };
  if (origin === 'null') return undefined;
  if (origin === '*')
    return count === 1 ? undefined : { reason: 'It admits everybody, and the others nobody more', fix: "origins: '*'" };
  return origin.includes('*') ? patternFlaw(origin) : originFlaw(origin);
}

function uncompiled(pattern: RegExp): Flaw | undefined {
  try {
    compileOrigin(pattern);
    return undefined;
  } catch (error) {
    return {
      reason: `It cannot be used: ${(error as Error).message}`,
      fix: 'Write it with classes and repetitions alone',
    };
  }
}

// Pages of these origins act for whoever is logged in, so they must be somebody's.
function* wrongWithCredentials(origin: OriginRule, place: string): Generator<ConfigIssue> {
  if (origin === 'null') {
    const reason = 'Every page can make a frame with the origin null, which would act for whoever is logged in';
    yield issue('ORIEL_CORS_CREDENTIALS', place, reason, 'Leave null out, or give it a path without credentials');
  } else if (admitsAnybody(origin)) {
    const reason = `${told(origin)} admits every origin: with credentials, each page of the web acts for whoever is logged in`;
    yield issue('ORIEL_CORS_CREDENTIALS', place, reason, "Name the origins: ['https://app.example.com']");
  }
}

function admitsAnybody(origin: OriginRule): boolean {
  if (origin === '*') return true;
  if (typeof origin === 'string') return origin.includes('*') && originPattern(origin)(nobodysOrigin());
  const nobody = nobodysOrigin();
  const strangers = [nobody, nobody.replace('https:', 'http:'), `${nobody}:8443`];
  if (origin instanceof RegExp) return strangers.some(compileOrigin(origin));
  return saysYes(origin, nobody);
}

// A function may need what is not there yet; then its first yes is looked into when it comes (see Admission).
function saysYes(test: Exclude<OriginRule, string | RegExp>, origin: string): boolean {
  try {
    const answer: unknown = test(origin, NO_REQUEST as never);
    if (answer instanceof Promise) answer.catch(() => undefined);
    return answer === true;
  } catch {
    return false;
  }
}

const NO_REQUEST = Object.freeze({});

function told(origin: unknown): string {
  return origin instanceof RegExp ? String(origin) : typeof origin === 'function' ? 'The function' : shown(origin);
}
