import { Memo } from 'oriel-core/http';
import { TraceableUrlMatcher } from '../../routing/traceable-url-matcher.ts';
import type { Route } from '../../routing/route-definition.ts';
import type { RouteCollection } from '../../routing/route-collection.ts';
import type { RouteOutline } from '../../routing/traceable-url-matcher.ts';
import type { Collector, CollectorSubject } from '../collector.ts';
import type { RecordedRouting } from 'oriel/recorder';

/**
 * Collects why a route matched: every candidate route and the reason. The matcher that answers stops at the first match, so
 * the reasons are computed after the response. The route table of the running process is used, so later edits of the application
 * do not change a stored profile. Requests with the same outcome share one list, whatever their paths: paths contain numbers,
 * so that a list for each path would fill the old generation of V8.
 *
 * @param routes returns the route table; called for the first profile
 * @param isOwn returns whether a route belongs to the profiler; such routes are not listed
 */
export function routingCollector(routes: () => RouteCollection, isOwn: (route: Route) => boolean): Collector {
  let matcher: TraceableUrlMatcher | undefined;
  const cache = new Memo<Candidates>(MAX_CACHED);
  const getCandidates = ({ context, redactor }: CollectorSubject): Candidates => {
    matcher ??= new TraceableUrlMatcher(routes());
    const outline = matcher.outline(context);
    const key = getKey(outline);
    const cached = cache.get(key);
    if (cached) return cached;
    const candidates = matcher
      .candidatesOf(outline)
      .filter(({ route }) => !isOwn(route))
      .slice(0, MAX_CANDIDATES)
      .map(({ route, level, reason }) => ({
        route: route.name,
        path: route.path,
        level,
        reason: redactor.text(reason),
      }));
    if (key.length <= MAX_KEY_LENGTH) cache.set(key, candidates);
    return candidates;
  };
  return {
    name: 'routing',
    collect(subject): RecordedRouting {
      const { path, method, route, params } = subject.context;
      const outcome = route?.name ?? NONE;
      return { path: subject.redactor.url(path, params), method, outcome, candidates: getCandidates(subject) };
    },
  };
}

type Candidates = RecordedRouting['candidates'];

function getKey({ reached, near }: RouteOutline): string {
  let key = String(reached);
  for (const { place, miss } of near) key += `\n${place} ${miss.reason}`;
  return key;
}

const NONE = 'none';
const MAX_CACHED = 300;
const MAX_KEY_LENGTH = 2_000;
const MAX_CANDIDATES = 1_000;
