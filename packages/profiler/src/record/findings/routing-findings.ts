import { finding, quoted, list, rule } from './facts.ts';
import type { Rule } from './facts.ts';
import { didYouMean, substituteParameters, hasOnlyParameters } from 'oriel-core/http';
import { URL } from 'oriel-core/builtins';

/** Reports a redirect that only adds or removes a trailing slash. */
export const trailingSlashRule = rule('trailing-slash', 'info', 'routing', ({ summary, responseHeader }) => {
  if (summary.status !== 301 && summary.status !== 308) return undefined;
  const target = getPath(responseHeader('location') ?? '', summary.url);
  const { path } = summary;
  if (target !== `${path}/` && `${target}/` !== path) return undefined;
  return `${quoted(path)} redirects to ${quoted(target)}; request that path directly to avoid a round trip`;
});

function getPath(location: string, base: string): string {
  return URL.parse(location, base)?.pathname ?? location;
}

/** Reports a 404 response for a path that is similar to the path of a route. */
export const nearMissRule: Rule = ({ summary, data }) => {
  const candidates = list(data.routing?.candidates);
  if (summary.status !== 404 || candidates.some(({ level }) => level === 'yes')) return undefined;
  const almost = candidates.find((candidate) => candidate.level === 'almost' && !failsRequirement(candidate));
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
    `404: ${quoted(summary.path)} does not exist; did you mean ${quoted(shapes.get(near) ?? near)}?`,
  );
};

const LEAST = 4;

// A route such as `/{path}` is identified by its requirements alone, so a path that does not meet them was not meant for it.
function failsRequirement({ path, reason }: { readonly path: string; readonly reason: string }): boolean {
  return hasOnlyParameters(path) && reason.includes('but Requirement');
}

// A typing error changes at most two letters of one segment: `/robots.txt` is not a misspelled `/reports`.
function differsTooMuch(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')];
  if (a.length !== b.length) return true;
  const different = a.filter((segment, i) => segment.toLowerCase() !== b[i]!.toLowerCase());
  if (different.length > 1) return true;
  const index = a.findIndex((segment, i) => segment.toLowerCase() !== b[i]!.toLowerCase());
  if (index < 0) return false;
  const [longer, shorter] = a[index]!.length > b[index]!.length ? [a[index]!, b[index]!] : [b[index]!, a[index]!];
  return longer.length - shorter.length > 2 || didYouMean(longer, [shorter]) === undefined;
}

// The pattern /\/+$/ takes quadratic time for many slashes.
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Reports a 405 response with the methods that the path supports. */
export const methodNotAllowedRule = rule('method-not-allowed', 'warning', 'routing', (facts) => {
  const { summary, data, responseHeader } = facts;
  if (summary.status !== 405) return undefined;
  const allowed = responseHeader('allow') ?? getMethods(list(data.routing?.candidates).map(({ reason }) => reason));
  const fact = allowed === '' ? `does not support ${summary.method}` : `exists for ${allowed}`;
  return `405: ${quoted(summary.path)} ${fact}`;
});

function getMethods(reasons: readonly string[]): string {
  const methods = reasons.flatMap((reason) => /required methods \(([A-Z, -]+)\)/.exec(reason)?.[1]?.split(', ') ?? []);
  return [...new Set(methods)].join(', ');
}

/** Reports a request for a host name that is not served. */
export const unknownHostRule = rule('unknown-host', 'warning', 'request', ({ summary, data }) => {
  if (summary.status < 400) return undefined;
  const refused = list(data.decisions).find(
    ({ subject, outcome }) => subject === 'host' && /unknown|refus|reject/i.test(outcome),
  );
  if (summary.status !== 421 && !refused && !isUnknownHost(data.response?.body?.content)) return undefined;
  const because = refused === undefined ? '' : `: ${refused.because.slice(0, 200)}`;
  return `The host name ${quoted(summary.host)} is not served${because}`;
});

function isUnknownHost(body: string | undefined): boolean {
  return body !== undefined && body.slice(0, 2_000).includes('"/problems/unknown-host"');
}

/** A list request with an unknown parameter, which was ignored. */
export const ignoredParameterRule: Rule = ({ data }) => {
  const { operation, run } = data;
  if (operation?.kind !== 'list') return undefined;
  const ignored = list(run?.ignored).filter((name) => !TRACKING_PARAMETERS.test(name));
  const [first] = ignored;
  if (first === undefined) return undefined;
  const meant = didYouMean(first, list(operation.parameters));
  const more = ignored.length - 1;
  const suggestion = meant === undefined ? '' : `; did you mean ${quoted(meant, 60)}?`;
  return finding(
    'ignored-parameter',
    meant === undefined ? 'info' : 'warning',
    'operation',
    `Unknown parameter${more > 0 ? 's' : ''} ${quoted(first, 60)}${more > 0 ? ` and ${more} more were` : ' was'} ignored${suggestion}`,
  );
};

// Parameters that advertisements, analytics and cache busting add to any URL.
const TRACKING_PARAMETERS =
  /^(?:utm_.*|mtm_.*|pk_.*|hsa_.*|[a-z]{0,4}clk?id|[gw]braid|gclsrc|mc_[ce]id|_ga|_gl|_|ts|t|cb|v|nocache|nonce|ref|source|rand(?:om)?)$/i;

/** A page that a function of the application returned with items that do not match the filter of the request. */
export const ignoredFilterRule: Rule = ({ data: { operation, run } }) => {
  const ignored = run?.ignoredFilter;
  if (ignored === undefined) return undefined;
  const { items, of, by } = ignored;
  const what = `${items} of ${of} ${of === 1 ? 'item' : 'items'} ${items === 1 ? 'does' : 'do'} not match`;
  const source = list(by)
    .map((name) => SOURCES[name] ?? name)
    .join(' and ');
  // The host rejects items of other users, so the client got no page.
  const severity = list(by).includes('filter') ? 'warning' : 'error';
  const text = `provide.list of "${operation?.resource ?? 'a resource'}" ignored request.where: ${what} ${source}`;
  return finding('ignored-filter', severity, 'operation', text);
};

const SOURCES: Readonly<Record<string, string>> = {
  path: 'the path',
  tenant: 'the tenant',
  where: 'the access rule',
  filter: 'the filters of the query',
};
