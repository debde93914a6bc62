import { finding, list, quoted } from './facts.ts';
import type { Rule } from './facts.ts';

/** The path exists, for other methods. */
export const methodNotAllowedRule: Rule = ({ summary, data, responseHeader }) => {
  if (summary.status !== 405) return undefined;
  const allowed = responseHeader('allow') ?? methodsOf(list(data.routing?.candidates).map(({ reason }) => reason));
  const text =
    allowed === ''
      ? `${quoted(summary.path)} does not take ${summary.method}`
      : `${quoted(summary.path)} exists for ${allowed}`;
  return finding('method-not-allowed', 'warning', 'routing', `405: ${text}`);
};

function methodsOf(reasons: readonly string[]): string {
  const methods = reasons.flatMap((reason) => /required methods \(([A-Z, -]+)\)/.exec(reason)?.[1]?.split(', ') ?? []);
  return [...new Set(methods)].join(', ');
}
