import type { Span } from 'oriel-core/trace';
import type { Finding, Profile, ProfileData, ProfileSummary } from '../../profile/profile.ts';
import { getFacts, list } from './facts.ts';
import type { Rule } from './facts.ts';
import {
  abortedRule,
  uncompressedRule,
  unreadableUpdateRule,
  unlimitedListRule,
  preconditionFailedRule,
} from './response-findings.ts';
import { blockedRule, gapRule, failedCallRule, recordingPausedRule, slowCallRule } from './time-findings.ts';
import { duplicateQueriesRule, failedQueryRule, nPlusOneRule, slowQueryRule, writeLoopRule } from './query-findings.ts';
import { exceptionRule, loggedErrorsRule, loggedWarningsRule } from './error-findings.ts';
import {
  ignoredProxyRule,
  limitedRule,
  credentialsNotAllowedRule,
  originNotListedRule,
  preflightRefusedRule,
  sessionCookieRule,
  refusedRule,
} from './access-findings.ts';
import {
  ignoredFilterRule,
  ignoredParameterRule,
  methodNotAllowedRule,
  nearMissRule,
  trailingSlashRule,
  unknownHostRule,
} from './routing-findings.ts';
import { notKeptRule, unfinishedRule } from './completeness.ts';
import { poolWaitRule } from './pool-wait.ts';
import { graphqlErrorsRule, rpcErrorRule } from './rpc-findings.ts';
import { repeatedCommandsRule } from './repeated-commands.ts';
import { validationRule } from './validation.ts';

/** Returns a finding for a profile, or undefined. */
export type FindingRule = (profile: Profile) => Finding | undefined;

/**
 * Returns the findings of a profile: at most ten sentences, the most severe first, each with the panel that shows the
 * evidence, and those about what was not recorded. Rules avoid false findings: a wrong finding costs more trust than a missing one.
 *
 * @example
 * ```ts
 * import { getFindings } from './findings.ts';
 * const summary = { status: 405, method: 'PUT', path: '/api/cities' };
 * const response = { headers: [['Allow', 'GET, POST']] };
 * getFindings({ summary, data: { response } } as never)[0]?.text; // => '405: `/api/cities` exists for GET, POST'
 * ```
 */
export function getFindings(profile: Profile, further: readonly FindingRule[] = []): Finding[] {
  const facts = getFacts(profile);
  const found = [
    ...RULES.flatMap((rule) => attempt(rule, facts) ?? []),
    ...further.flatMap((rule) => attempt(() => rule(profile), facts) ?? []),
  ];
  // Sorting is stable, so findings of equal severity keep the order of the rules.
  const severest = found.sort((a, b) => SEVERITY_RANK[b.severity] - SEVERITY_RANK[a.severity]).slice(0, MAX_FINDINGS);
  return [...severest, ...ADDITIONAL_RULES.flatMap((rule) => attempt(rule, facts) ?? [])];
}

/**
 * Returns whether any rule may find something. It is fast, and false only if no rule can: for nearly every request it is
 * false, and no rule runs.
 */
export function mayHaveFindings(summary: ProfileSummary, data: Partial<ProfileData>): boolean {
  const { run, session, cors, limits, client, pause, framework } = data;
  const spans = list(data.spans);
  if (framework?.operations !== undefined || isRpc(summary)) return true;
  if (cors !== undefined || pause !== undefined) return true;
  if (hasEntries(data.dropped) || spans.some((span) => span.duration < 0 || span.start > summary.duration)) return true;
  const { status, duration, bytes, dbCount, dbTime, httpCount, warnings, errors } = summary;
  if (
    status >= 300 ||
    status < 200 ||
    summary.exception !== undefined ||
    duration >= MIN_DURATION ||
    bytes >= MIN_BYTES ||
    summary.aborted
  )
    return true;
  if (dbTime >= MIN_DURATION || httpCount > 0 || errors > 0 || warnings >= MIN_LOGGED) return true;
  if (run?.ignored !== undefined || run?.ignoredFilter !== undefined || run?.window?.by === 'all') return true;
  if (list(client?.ignored).length > 0) return true;
  if (list(limits).some(({ outcome }) => outcome === 'not counted')) return true;
  if (session?.outcomes?.some((outcome) => outcome !== 'loaded')) return true;
  if (spans.some(({ kind, error }) => KINDS.has(kind) || error !== undefined)) return true;
  return dbCount >= MIN_QUERIES && mayRepeat(spans, dbCount);
}

function isRpc({ status, contentType, url }: ProfileSummary): boolean {
  return status === 207 || url.includes('batch=1') || contentType?.startsWith('application/grpc') === true;
}

function hasEntries(dropped: object = {}): boolean {
  for (const _ in dropped) return true;
  return false;
}

const KINDS: ReadonlySet<string> = new Set(['hub', 'cache', 'mail']);
const MIN_DURATION = 50;
const MIN_BYTES = 100_000;
const MIN_LOGGED = 5;
const MIN_QUERIES = 3;
const FEW_QUERIES = 5;

// Fewer than five queries can be a finding only if three of them are the same.
function mayRepeat(spans: readonly Span[], dbCount: number): boolean {
  if (dbCount >= FEW_QUERIES) return true;
  const statements = spans.filter(({ kind }) => kind === 'db').map(({ name, details }) => details?.['sql'] ?? name);
  return new Set(statements).size <= statements.length - 2;
}

const MAX_FINDINGS = 10;
const SEVERITY_RANK = { info: 0, warning: 1, error: 2 };
const RULES: readonly Rule[] = [
  exceptionRule,
  graphqlErrorsRule,
  rpcErrorRule,
  failedQueryRule,
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
  ignoredFilterRule,
  sessionCookieRule,
  blockedRule,
  nPlusOneRule,
  writeLoopRule,
  slowQueryRule,
  poolWaitRule,
  failedCallRule,
  slowCallRule,
  duplicateQueriesRule,
  repeatedCommandsRule,
  abortedRule,
  unlimitedListRule,
  unreadableUpdateRule,
  loggedErrorsRule,
  loggedWarningsRule,
  gapRule,
  uncompressedRule,
  trailingSlashRule,
];

// How complete the list is, whatever else was found.
const ADDITIONAL_RULES: readonly Rule[] = [recordingPausedRule, notKeptRule, unfinishedRule];

// Recorded data may have any shape, so a rule that throws has no finding.
function attempt(rule: Rule, facts: Parameters<Rule>[0]): ReturnType<Rule> {
  try {
    return rule(facts);
  } catch {
    return undefined;
  }
}
