import { finding, quoted } from './facts.ts';
import type { Rule } from './facts.ts';

/** A redirect that only adds a slash at the end or takes one away. */
export const trailingSlashRule: Rule = ({ summary, responseHeader }) => {
  if (summary.status !== 301 && summary.status !== 308) return undefined;
  const target = pathOf(responseHeader('location') ?? '', summary.url);
  const { path } = summary;
  if (target !== `${path}/` && `${target}/` !== path) return undefined;
  return finding(
    'trailing-slash',
    'info',
    'routing',
    `${quoted(path)} redirects to ${quoted(target)}: ask for that at once and save a round trip`,
  );
};

function pathOf(location: string, base: string): string {
  return URL.parse(location, base)?.pathname ?? location;
}
