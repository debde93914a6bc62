import { didYouMean } from '../../core/http/did-you-mean.ts';
import { substituteParameters, hasOnlyParameters } from '../../core/routing/nearest-routes.ts';
import { finding, list, quoted } from './facts.ts';
import type { Rule } from './facts.ts';

/** A path that nothing answers to although one very much like it exists. */
export const nearMissRule: Rule = ({ summary, data }) => {
  const candidates = list(data.routing?.candidates);
  if (summary.status !== 404 || candidates.some(({ level }) => level === 'yes')) return undefined;
  const almost = candidates.find((candidate) => candidate.level === 'almost' && !fallsShort(candidate));
  if (almost)
    return finding(
      'near-miss',
      'warning',
      'routing',
      `404: ${quoted(summary.path)} almost matches the route ${quoted(almost.route)}. ${almost.reason.slice(0, 300)}`,
    );
  const named = candidates.filter(({ path }) => !hasOnlyParameters(path));
  const shapes = new Map(named.map(({ path }) => [substituteParameters(path, summary.path), path]));
  shapes.delete('/');
  const wanted = withoutEndSlashes(summary.path);
  const near = summary.path.length < LEAST ? undefined : didYouMean(wanted, [...shapes.keys()]);
  if (near === undefined || differsTooMuch(near, wanted)) return undefined;
  return finding(
    'near-miss',
    'info',
    'routing',
    `404: there is no ${quoted(summary.path)}; did you mean ${quoted(shapes.get(near) ?? near)}?`,
  );
};

const LEAST = 4;

// All there is to `/{path}` are its requirements: whoever does not meet them never meant it.
function fallsShort({ path, reason }: { readonly path: string; readonly reason: string }): boolean {
  return hasOnlyParameters(path) && reason.includes('but Requirement');
}

// `/robots.txt` is no slip of the pen for `/reports`: at most two letters, and the same number of segments.
function differsTooMuch(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')];
  if (a.length !== b.length) return true;
  const different = a.filter((segment, i) => segment.toLowerCase() !== b[i]!.toLowerCase());
  if (different.length > 1) return true;
  const at = a.findIndex((segment, i) => segment.toLowerCase() !== b[i]!.toLowerCase());
  if (at < 0) return false;
  const [longer, shorter] = a[at]!.length > b[at]!.length ? [a[at]!, b[at]!] : [b[at]!, a[at]!];
  return longer.length - shorter.length > 2 || didYouMean(longer, [shorter]) === undefined;
}

// The pattern /\/+$/ would be tried at each slash of a run.
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
