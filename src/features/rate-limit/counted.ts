import type { HttpContext } from '../../core/http/context.ts';
import type { Trace } from '../../core/trace/trace.ts';
import { secondsOf } from './limiter.ts';
import type { Counted } from './limiter.ts';
import type { LimitRule } from './rate-limit.ts';

/** What became of a request under one limit: what clients are told, and what developers are. */
export interface CountedFor extends Counted {
  readonly by: 'address' | 'user' | 'login';
  /** Who was counted: `user ada`, `address 203.0.113.9`. */
  readonly key: string;
}

/** What was counted of a request so far. */
export function countedOf(context: HttpContext): readonly CountedFor[] | undefined {
  if (context.attributeCount === 0) return undefined;
  return context.attributes.get(COUNTED) as CountedFor[] | undefined;
}

/** Keeps it for the headers of the answer, and says in the profiler how it came out. */
export function remember(context: HttpContext, counted: CountedFor): void {
  const known = context.attributes.get(COUNTED) as CountedFor[] | undefined;
  if (known) known.push(counted);
  else context.attributes.set(COUNTED, [counted]);
  const trace = context.trace as Trace;
  if (trace.recording) trace.decide(`limit ${counted.rule.name}`, outcomeOf(counted), becauseOf(counted));
}

/** Forgets what was counted of a request, except by address under some limits. @returns what is left */
export function keepCounted(context: HttpContext, rules: readonly LimitRule[]): readonly CountedFor[] {
  const counted = countedOf(context);
  if (counted === undefined) return [];
  const names = rules.map(({ name }) => name);
  const kept = counted.filter(({ by, rule }) => by === 'address' && names.includes(rule.name));
  context.attributes.set(COUNTED, kept);
  return kept;
}

/** How it came out, in a word or two. */
export function outcomeOf({ taken }: Counted): string {
  if (taken === undefined) return 'not counted';
  return taken.allowed ? 'has room' : 'has no room';
}

/** Why, in a sentence. */
export function becauseOf({ rule, taken, by, key }: CountedFor): string {
  const { limit, per, algorithm } = rule;
  const most = `${limit} in ${per / 1000} s by ${algorithm}`;
  const nobody = by === 'user' && !key.startsWith('user ') ? ', because nobody knows who is asking' : '';
  if (taken === undefined) return `the store did not answer; ${most} would be let through for ${key}${nobody}`;
  const left = taken.allowed
    ? `${taken.remaining} of ${limit} are left`
    : `none of ${limit} is left for ${secondsOf(taken.reset)} s`;
  return `${left} for ${key}${nobody}; ${most}`;
}

const COUNTED = 'rate limits';
