import { didYouMean } from '../../http/index.ts';
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
  const named = candidates.filter(({ path }) => !takesAnything(path));
  const shapes = new Map(named.map(({ path }) => [shapeFor(path, summary.path), path]));
  shapes.delete('/');
  const wanted = summary.path.replace(/\/+$/, '');
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
  return takesAnything(path) && reason.includes('but Requirement');
}

function takesAnything(path: string): boolean {
  return path.includes('{') && !/[^/]/.test(path.replace(/\{[^{}]*\}/g, ''));
}

/** The route's path with what the request has in place of its parameters. */
function shapeFor(pattern: string, path: string): string {
  if (!pattern.includes('{')) return pattern;
  const given = path.split('/');
  return pattern
    .split('/')
    .map((segment, i) => shapeOf(segment, given[i]))
    .join('/');
}

// What stands beside a parameter has to be met: of `cities.{_format}` the name, and a suffix if there is one.
function shapeOf(segment: string, given: string | undefined): string {
  if (/^\{[^{}]*\}$/.test(segment)) return given ?? segment;
  const name = /^([^{}]+)\.\{[^{}]*\}$/.exec(segment)?.[1];
  return name === undefined ? segment : name + (/\.[^.]*$/.exec(given ?? '')?.[0] ?? '');
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
