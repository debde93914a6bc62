import { Memo } from '../../core/http/memo.ts';
import { TraceableUrlMatcher } from '../../core/routing/traceable-url-matcher.ts';
import type { Route } from '../../core/routing/route.ts';
import type { RouteCollection } from '../../core/routing/route-collection.ts';
import type { RouteOutline } from '../../core/routing/traceable-url-matcher.ts';
import type { Collector, CollectorSubject } from '../collector.ts';
import { writeRouting } from '../store/packing/part-writers.ts';
import type { RecordedRouting } from '../profile.ts';

/**
 * Why this route and no other: every candidate with its reason, worked out right after the request against the table
 * that answered it, and kept, so that later edits change nothing. Requests that came as far and as near have one list of
 * candidates between them, the very same object, whatever numbers their paths have.
 */
export function routingCollector(routes: RouteCollection, isOwn: (route: Route) => boolean): Collector {
  const matcher = new TraceableUrlMatcher(routes);
  const remembered = new Memo<Candidates>(MOST_REMEMBERED);
  const candidatesOf = ({ context, redactor }: CollectorSubject): Candidates => {
    const outline = matcher.outline(context);
    const question = questionOf(outline);
    const known = remembered.get(question);
    if (known) return known;
    const made = matcher
      .candidatesOf(outline)
      .filter(({ route }) => !isOwn(route))
      .slice(0, MOST_CANDIDATES)
      .map(({ route, level, reason }) => ({
        ...{ route: route.name, path: route.path, level, reason: redactor.text(reason) },
      }));
    if (question.length <= LONGEST_REMEMBERED) remembered.set(question, made);
    return made;
  };
  return {
    name: 'routing',
    collect(subject): RecordedRouting {
      const { path, method, route } = subject.context;
      const outcome = route?.name ?? NONE;
      return { path: subject.redactor.text(path), method, outcome, candidates: candidatesOf(subject) };
    },
    write(subject, to) {
      const { path, method, route } = subject.context;
      const outcome = route?.name ?? NONE;
      writeRouting(to, { path, method, outcome, candidates: candidatesOf(subject) }, subject.redactor.ways.text);
    },
  };
}

type Candidates = RecordedRouting['candidates'];

/** What the list of candidates depends on. */
function questionOf({ reached, near }: RouteOutline): string {
  let question = String(reached);
  for (const { place, miss } of near) question += `\n${place} ${miss.reason}`;
  return question;
}

const NONE = 'none';
const MOST_REMEMBERED = 300;
const LONGEST_REMEMBERED = 2_000;
const MOST_CANDIDATES = 1_000;
