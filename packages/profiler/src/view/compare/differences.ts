import type { Comparable } from './comparable.ts';
import { compareBodies } from './compare-bodies.ts';
import { compareLines } from './compare-lines.ts';
import { compareWork } from './compare-work.ts';
import { ASPECTS, MAX_DIFFERENCES, describeChange, isListAspect, isWorkAspect } from './difference.ts';
import type { Aspect, Change, Difference } from './difference.ts';
import { createStepBudget } from './edit-script.ts';
import type { RouteHistory } from './route-history.ts';

export interface Differences {
  readonly differences: readonly Difference[];
  /** The least number of differences that are not listed. */
  readonly omitted: number;
  readonly body: 'same' | 'different' | 'not-compared';
  /** Headers that were not compared, by the reason. */
  readonly ignoredHeaders: Readonly<Record<'varying' | 'connection' | 'body', readonly string[]>>;
  /** Paths in the body that differ in every response to the same request, and were not compared. */
  readonly ignoredPaths: readonly string[];
  /** Files in which several lines moved by the same number, which is not listed. */
  readonly movedFiles: readonly string[];
  /** What else could not be compared, as phrases. */
  readonly notCompared: readonly string[];
}

/**
 * Returns the differences between two profiles. Times are never a difference.
 * @param history what differs in every request
 */
export function findDifferences(
  before: Comparable,
  after: Comparable,
  { varyingHeaders, bodies }: Pick<RouteHistory, 'varyingHeaders' | 'bodies'>,
): Differences {
  const budget = createStepBudget();
  const body = compareBodies(before.bodies.body, after.bodies.body, budget, bodies);
  const requestBody = compareBodies(before.bodies.request, after.bodies.request, budget);
  const hasBody = before.bodies.body.kind !== 'empty' || after.bodies.body.kind !== 'empty';
  const headers = Map.groupBy(
    new Set([...before.texts.headers.keys(), ...after.texts.headers.keys()].sort()),
    (name) => {
      if (OF_CONNECTION.has(name)) return 'connection';
      // Without a body, such as that of HEAD, they are the only evidence of it.
      if (hasBody && body.notCompared === undefined && OF_BODY.has(name)) return 'body';
      return VARYING.test(name) || varyingHeaders.has(name) ? 'varying' : 'compared';
    },
  );
  const movedFiles = new Set<string>();
  const compareAspect = (aspect: Aspect): readonly Change[] => {
    if (aspect === 'body') return body.changes;
    if (isWorkAspect(aspect)) {
      const work = compareWork(before.work[aspect], after.work[aspect]);
      for (const file of work.movedFiles) movedFiles.add(file);
      return work.changes;
    }
    if (isListAspect(aspect)) return compareLines(before.lists[aspect], after.lists[aspect], budget);
    const names = aspect === 'headers' ? (headers.get('compared') ?? []) : undefined;
    const changes = compareTexts(before.texts[aspect], after.texts[aspect], names);
    if (aspect !== 'request') return changes;
    return [...changes, ...requestBody.changes.map((change) => ({ ...change, path: `body ${change.path}`.trim() }))];
  };
  const all = (Object.keys(ASPECTS) as Aspect[]).flatMap((aspect) =>
    compareAspect(aspect).map((change): Difference => ({ aspect, ...change })),
  );
  const isSame = body.changes.length === 0;
  return {
    differences: all.slice(0, MAX_DIFFERENCES),
    omitted: Math.max(0, all.length - MAX_DIFFERENCES),
    body: body.notCompared !== undefined ? 'not-compared' : isSame ? 'same' : 'different',
    ignoredHeaders: {
      varying: headers.get('varying') ?? [],
      connection: headers.get('connection') ?? [],
      body: headers.get('body') ?? [],
    },
    ignoredPaths: body.varying ?? [],
    movedFiles: [...movedFiles],
    notCompared: [
      ...(body.notCompared === undefined ? [] : [`the body (${body.notCompared})`]),
      ...(requestBody.notCompared === undefined ? [] : [`the body of the request (${requestBody.notCompared})`]),
      ...[body.missingPart, requestBody.missingPart].filter((part) => part !== undefined),
      ...new Set([...before.missing, ...after.missing]),
    ],
  };
}

const VARYING =
  /^(?:date|age|server-timing|x-debug-token(?:-link)?|traceparent|tracestate|x-(?:b3-.+|trace-?id|amzn-trace-id|cloud-trace-context))$/;
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive']);
const OF_BODY: ReadonlySet<string> = new Set(['etag', 'content-length']);

function compareTexts(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  names: readonly string[] = [...new Set([...before.keys(), ...after.keys()])],
): Change[] {
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => describeChange(name, before.get(name), after.get(name)));
}
