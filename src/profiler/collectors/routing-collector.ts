import { TraceableUrlMatcher } from '../../routing/index.ts';
import type { Route, RouteCollection } from '../../routing/index.ts';
import type { Collector } from '../collector.ts';
import type { RecordedRouting } from '../profile.ts';

/**
 * Why this route and no other: every candidate with its reason, worked out right after the request against the table
 * that answered it, and kept, so that later edits change nothing. Equal questions have equal answers, so the last few
 * hundred are remembered; a table with conditions is asked anew each time, because those look at more than the path.
 */
export function routingCollector(routes: RouteCollection, isOwn: (route: Route) => boolean): Collector {
  const matcher = new TraceableUrlMatcher(routes);
  const conditional = [...routes].some((route) => route.condition !== undefined);
  const remembered = new Map<string, RecordedRouting>();
  return {
    name: 'routing',
    repeats: !conditional,
    collect({ context, redactor }): RecordedRouting {
      const { method, scheme, host, path } = context;
      const question = `${method} ${scheme} ${host} ${path}`;
      const known = conditional ? undefined : remembered.get(question);
      if (known) return known;
      const trace = matcher.trace(context);
      const answer: RecordedRouting = {
        path: redactor.text(path),
        method,
        outcome: context.route?.name ?? 'none',
        candidates: trace.candidates
          .filter(({ route }) => !isOwn(route))
          .slice(0, MOST_CANDIDATES)
          .map(({ route, level, reason }) => ({ route: route.name, path: route.path, level, reason })),
      };
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(question, answer);
      return answer;
    },
  };
}

const MOST_REMEMBERED = 300;
const MOST_CANDIDATES = 1_000;
