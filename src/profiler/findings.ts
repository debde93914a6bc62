import type { Finding, Profile } from './profile.ts';
import { factsOf } from './findings/facts.ts';
import type { Rule } from './findings/facts.ts';
import { abortedRule } from './findings/aborted.ts';
import { blockedRule, gapRule } from './findings/time.ts';
import { duplicateQueriesRule } from './findings/duplicate-queries.ts';
import { exceptionRule } from './findings/exception.ts';
import { loggedErrorsRule, loggedWarningsRule } from './findings/logged.ts';
import { methodNotAllowedRule } from './findings/method-not-allowed.ts';
import { nPlusOneRule } from './findings/n-plus-one.ts';
import { nearMissRule } from './findings/near-miss.ts';
import { failedCallRule, slowCallRule } from './findings/slow-call.ts';
import { slowQueryRule } from './findings/slow-query.ts';
import { trailingSlashRule } from './findings/trailing-slash.ts';
import { uncompressedRule } from './findings/uncompressed.ts';
import { unknownHostRule } from './findings/unknown-host.ts';
import { validationRule } from './findings/validation.ts';

/**
 * What stands out in a profile: at most three plain sentences, the gravest first, each with the panel that shows the
 * evidence. A rule keeps silent unless it is sure: a wrong finding costs more trust than a missing one.
 *
 * @example
 * ```ts
 * import { findingsOf } from 'oriel/profiler';
 * const summary = { status: 405, method: 'PUT', path: '/api/cities' };
 * const response = { headers: [['Allow', 'GET, POST']] };
 * findingsOf({ summary, data: { response } } as never)[0]?.text; // => '405: `/api/cities` exists for GET, POST'
 * ```
 */
export function findingsOf(profile: Profile): Finding[] {
  const facts = factsOf(profile);
  const found = RULES.flatMap((rule) => attempt(rule, facts) ?? []);
  // The order of the rules decides among equals.
  return found.sort((a, b) => GRAVITY[b.severity] - GRAVITY[a.severity]).slice(0, MOST);
}

const MOST = 3;
const GRAVITY = { info: 0, warning: 1, error: 2 };
const RULES: readonly Rule[] = [
  exceptionRule,
  unknownHostRule,
  methodNotAllowedRule,
  nearMissRule,
  validationRule,
  blockedRule,
  nPlusOneRule,
  slowQueryRule,
  failedCallRule,
  slowCallRule,
  duplicateQueriesRule,
  abortedRule,
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
