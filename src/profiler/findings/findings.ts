import type { Span } from '../../core/trace/span.ts';
import type { Finding, Profile, ProfileData, ProfileSummary } from '../profile.ts';
import { factsOf, list } from './facts.ts';
import type { Rule } from './facts.ts';
import { abortedRule } from './aborted.ts';
import { blockedRule, gapRule } from './time.ts';
import { duplicateQueriesRule } from './duplicate-queries.ts';
import { exceptionRule } from './exception.ts';
import { ignoredProxyRule } from './ignored-proxy.ts';
import { ignoredParameterRule } from './ignored-parameter.ts';
import { limitedRule } from './limited.ts';
import { loggedErrorsRule, loggedWarningsRule } from './logged.ts';
import { methodNotAllowedRule } from './method-not-allowed.ts';
import { credentialsNotAllowedRule, originNotListedRule, preflightRefusedRule } from './other-origin.ts';
import { nPlusOneRule } from './n-plus-one.ts';
import { nearMissRule } from './near-miss.ts';
import { failedCallRule, slowCallRule } from './slow-call.ts';
import { sessionCookieRule } from './session-cookie.ts';
import { slowQueryRule } from './slow-query.ts';
import { trailingSlashRule } from './trailing-slash.ts';
import { uncompressedRule } from './uncompressed.ts';
import { unknownHostRule } from './unknown-host.ts';
import { unheardRule } from './unheard.ts';
import { unlimitedListRule } from './unlimited-list.ts';
import { preconditionFailedRule } from './precondition-failed.ts';
import { refusedRule } from './refused.ts';
import { validationRule } from './validation.ts';

/** Returns a finding of a profile that it is about. */
export type FindingRule = (profile: Profile) => Finding | undefined;

/**
 * What stands out in a profile: at most three plain sentences, the gravest first, each with the panel that shows the
 * evidence. A rule keeps silent unless it is sure: a wrong finding costs more trust than a missing one.
 *
 * @example
 * ```ts
 * import { findingsOf } from './findings.ts';
 * const summary = { status: 405, method: 'PUT', path: '/api/cities' };
 * const response = { headers: [['Allow', 'GET, POST']] };
 * findingsOf({ summary, data: { response } } as never)[0]?.text; // => '405: `/api/cities` exists for GET, POST'
 * ```
 */
export function findingsOf(profile: Profile, further: readonly FindingRule[] = []): Finding[] {
  const facts = factsOf(profile);
  const found = [
    ...RULES.flatMap((rule) => attempt(rule, facts) ?? []),
    ...further.flatMap((rule) => attempt(() => rule(profile), facts) ?? []),
  ];
  // The order of the rules decides among equals.
  return found.sort((a, b) => GRAVITY[b.severity] - GRAVITY[a.severity]).slice(0, MOST);
}

/**
 * Could any rule find something? Cheap to ask and never wrong when it says no: of nearly every request it does, and no
 * rule is tried.
 */
export function mayStandOut(
  summary: ProfileSummary,
  data: Partial<ProfileData>,
  spans: readonly Span[] = list(data.spans),
): boolean {
  const { run, session, cors, limits, client } = data;
  if (cors !== undefined) return true;
  const { status, duration, bytes, dbCount, dbTime, httpCount, warnings, errors } = summary;
  if (status >= 300 || duration >= LEAST_DURATION || bytes >= LEAST_BYTES || summary.aborted) return true;
  if (dbTime >= LEAST_DURATION || httpCount > 0 || errors > 0 || warnings >= LEAST_LOGGED) return true;
  if (run?.ignored !== undefined || run?.window?.by === 'all') return true;
  if (list(client?.ignored).length > 0) return true;
  if (list(limits).some(({ outcome }) => outcome === 'not counted')) return true;
  if (session?.outcomes?.some((each) => each !== 'loaded')) return true;
  if (spans.some(({ kind }) => kind === 'hub')) return true;
  return dbCount >= LEAST_QUERIES && mayRepeat(spans, dbCount);
}

const LEAST_DURATION = 50;
const LEAST_BYTES = 100_000;
const LEAST_LOGGED = 5;
const LEAST_QUERIES = 3;
const FEW_QUERIES = 5;

// Fewer than five queries can only be a finding when three of them are one and the same.
function mayRepeat(spans: readonly Span[], dbCount: number): boolean {
  if (dbCount >= FEW_QUERIES) return true;
  const asked = spans.filter(({ kind }) => kind === 'db').map(({ name, details }) => details?.['sql'] ?? name);
  return new Set(asked).size <= asked.length - 2;
}

const MOST = 3;
const GRAVITY = { info: 0, warning: 1, error: 2 };
const RULES: readonly Rule[] = [
  exceptionRule,
  unknownHostRule,
  ignoredProxyRule,
  preflightRefusedRule,
  originNotListedRule,
  credentialsNotAllowedRule,
  methodNotAllowedRule,
  nearMissRule,
  refusedRule,
  limitedRule,
  preconditionFailedRule,
  validationRule,
  ignoredParameterRule,
  sessionCookieRule,
  blockedRule,
  nPlusOneRule,
  slowQueryRule,
  failedCallRule,
  slowCallRule,
  duplicateQueriesRule,
  abortedRule,
  unlimitedListRule,
  unheardRule,
  loggedErrorsRule,
  loggedWarningsRule,
  gapRule,
  uncompressedRule,
  trailingSlashRule,
];

// What was recorded may have any shape: a rule that stumbles has found nothing.
function attempt(rule: Rule, facts: Parameters<Rule>[0]): Finding | undefined {
  try {
    return rule(facts);
  } catch {
    return undefined;
  }
}
