import { getQueries } from '../../packages/profiler/src/record/findings/queries.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import type { Step } from './public-application.ts';

/** Returns how the profile of a step differs from what it must contain; an empty list if it does not. */
export function checkProfile({ data, summary }: Profile, step: Step, secrets: readonly string[]): readonly string[] {
  const issues: string[] = [];
  const route = summary.route ?? data.framework?.route;
  if (step.route !== undefined && route !== step.route) issues.push(`route ${route}; expected ${step.route}`);
  const queries = getQueries(data.spans);
  if (step.queries === true && queries.length === 0) issues.push('no query is recorded');
  const unknown = queries.filter(({ caller }) => caller === undefined);
  if (unknown.length > 0)
    issues.push(`${unknown.length} of ${queries.length} queries have no line, such as ${unknown[0]!.sql.slice(0, 80)}`);
  const user = JSON.stringify(data.framework?.user) ?? '';
  if (step.user !== undefined && !user.includes(step.user))
    issues.push(`user ${user || 'unknown'}; expected ${step.user}`);
  const findings = data.findings.filter(({ severity, code }) => severity !== 'info' && !TIMED.has(code));
  const codes = findings.map(({ code }) => code);
  const expected = step.findings ?? [];
  for (const code of expected) if (!codes.includes(code)) issues.push(`the finding ${code} is missing`);
  for (const { code, text } of findings)
    if (!expected.includes(code)) issues.push(`unexpected finding ${code}: ${text}`);
  const text = JSON.stringify({ summary, data });
  for (const secret of secrets) if (text.includes(secret)) issues.push(`contains ${secret}: ${around(text, secret)}`);
  return issues;
}

// They depend on the speed of the machine.
const TIMED: ReadonlySet<string> = new Set(['blocked', 'slow-query', 'slow-call', 'pool-wait']);

function around(text: string, secret: string): string {
  const index = text.indexOf(secret);
  return text.slice(Math.max(0, index - 60), index + secret.length + 10);
}
