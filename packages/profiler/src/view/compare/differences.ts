import { createStepBudget } from './edit-script.ts';
import type { StepBudget } from './edit-script.ts';
import { describePart } from './comparable-body.ts';
import type { ComparableBody } from './comparable-body.ts';
import type { Comparable, WorkKind } from './comparable.ts';
import { compareLines } from './compare-lines.ts';
import { compareWork } from './compare-work.ts';
import { MAX_DIFFERENCES } from './difference.ts';
import type { Aspect, Difference } from './difference.ts';
import { compareValues } from './value-changes.ts';
import type { RouteHistory } from './route-history.ts';
import { excerptTexts } from './value-previews.ts';

/** Differences, and what was left out. */
export interface Differences {
  readonly differences: readonly Difference[];
  /** The least number of differences that are not listed. */
  readonly omitted: number;
  readonly body: 'same' | 'different' | 'not-compared';
  /** Headers that were not compared, by the reason. */
  readonly ignoredHeaders: {
    readonly varying: readonly string[];
    readonly connection: readonly string[];
    readonly body: readonly string[];
  };
  /** Paths in the body that differ in every response to the same request, and were not compared. */
  readonly ignoredPaths: readonly string[];
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
  const body = compareBodies('body', before.body, after.body, budget, bodies);
  const requestBody = compareBodies('request', before.request.body, after.request.body, budget);
  const isBodyCompared = body.notCompared === undefined;
  const headers = splitHeaders([...before.headers.keys(), ...after.headers.keys()], varyingHeaders, isBodyCompared);
  const all: Difference[] = [
    ...compareTexts('request', 'method', before.request.method, after.request.method),
    ...compareTexts('request', 'URL', before.request.target, after.request.target),
    ...compareHeaders('request', before.request.headers, after.request.headers, [
      ...new Set([...before.request.headers.keys(), ...after.request.headers.keys()]),
    ]),
    ...requestBody.differences,
    ...compareTexts('status', '', before.status, after.status),
    ...compareTexts('exception', '', before.exception, after.exception),
    ...body.differences,
    ...(Object.keys(WORK_ASPECTS) as WorkKind[]).flatMap((kind) =>
      compareWork(WORK_ASPECTS[kind], before.work[kind], after.work[kind]),
    ),
    ...compareHeaders('headers', before.headers, after.headers, headers.compared),
    ...LISTS.flatMap((name) => compareLines(name === 'steps' ? 'pipeline' : name, before[name], after[name], budget)),
  ];
  const missing = [...new Set([...before.missing, ...after.missing])];
  return {
    differences: all.slice(0, MAX_DIFFERENCES),
    omitted: Math.max(0, all.length - MAX_DIFFERENCES),
    body: isBodyCompared ? (body.differences.length === 0 ? 'same' : 'different') : 'not-compared',
    ignoredHeaders: headers.ignored,
    ignoredPaths: body.varying ?? [],
    notCompared: [
      ...(isBodyCompared ? [] : [`the body (${body.notCompared})`]),
      ...(requestBody.notCompared === undefined ? [] : [`the body of the request (${requestBody.notCompared})`]),
      ...[body.part, requestBody.part].filter((part) => part !== undefined),
      ...missing,
    ],
  };
}

const LISTS = ['steps', 'decisions', 'logs', 'findings'] as const;
const WORK_ASPECTS = { db: 'database', http: 'http-client', cache: 'redis', mail: 'mail' } as const;
const VARYING =
  /^(?:date|age|server-timing|x-debug-token(?:-link)?|traceparent|tracestate|x-(?:b3-.+|trace-?id|amzn-trace-id|cloud-trace-context))$/;
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive']);
const OF_BODY: ReadonlySet<string> = new Set(['etag', 'content-length']);

function splitHeaders(names: readonly string[], varying: ReadonlySet<string>, isBodyCompared: boolean) {
  const groups = Map.groupBy([...new Set(names)].sort(), (name) => {
    if (OF_CONNECTION.has(name)) return 'connection';
    // Without the body, they are the only evidence of it.
    if (isBodyCompared && OF_BODY.has(name)) return 'body';
    return VARYING.test(name) || varying.has(name) ? 'varying' : 'compared';
  });
  const get = (group: string): readonly string[] => groups.get(group as 'body') ?? [];
  return {
    compared: get('compared'),
    ignored: { varying: get('varying'), connection: get('connection'), body: get('body') },
  };
}

function compareTexts(aspect: Aspect, path: string, before: string, after: string): Difference[] {
  if (before === after) return [];
  if (before === '') return [{ aspect, kind: 'added', path, after: excerptTexts('', after).after }];
  if (after === '') return [{ aspect, kind: 'removed', path, before: excerptTexts(before, '').before }];
  return [{ aspect, kind: 'changed', path, ...excerptTexts(before, after) }];
}

function compareHeaders(
  aspect: Aspect,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  names: readonly string[],
): Difference[] {
  return names.flatMap((name) => {
    const path = excerptTexts(name, '').before;
    const [one, other] = [before.get(name), after.get(name)];
    if (one !== undefined && other !== undefined) return compareTexts(aspect, path, one || ' ', other || ' ');
    return one === undefined
      ? [{ aspect, kind: 'added', path, after: excerptTexts('', other ?? '').after } as const]
      : [{ aspect, kind: 'removed', path, before: excerptTexts(one, '').before } as const];
  });
}

interface BodyComparison {
  readonly differences: readonly Difference[];
  /** The reason why bodies could not be compared. */
  readonly notCompared?: string | undefined;
  /** Paths that differ in every response. */
  readonly varying?: readonly string[] | undefined;
  /** The part that was not compared. */
  readonly part?: string | undefined;
}

function compareBodies(
  aspect: 'body' | 'request',
  before: ComparableBody,
  after: ComparableBody,
  budget: StepBudget,
  others: readonly ComparableBody[] = [],
): BodyComparison {
  const prefix = aspect === 'body' ? '' : 'body ';
  const changed = (path: string, one: string, other: string): BodyComparison => ({
    differences: [{ aspect, kind: 'changed', path: `${prefix}${path}`.trim(), before: one, after: other }],
  });
  for (const body of [before, after]) if (body.kind === 'unknown') return { differences: [], notCompared: body.reason };
  if (before.kind === 'value' && after.kind === 'value') {
    const values = others.map((other) => (other.kind === 'value' ? other.value : undefined));
    const { changes, varying } = compareValues(before.value, after.value, { budget, others: values });
    if (changes.length === 0 && varying.length === 0 && before.text !== after.text)
      return changed('', 'the same values', 'in another layout or order, or with other digits');
    return {
      differences: changes.map((change) => ({ aspect, ...change, path: `${prefix}${change.path}`.trim() })),
      varying,
    };
  }
  const [one, other] = [toTextBody(before), toTextBody(after)];
  if (one.kind === 'text' && other.kind === 'text') {
    if (one.text === other.text && one.digest === other.digest) return { differences: [] };
    const lines = compareLines(aspect, one.text.split('\n'), other.text.split('\n'), budget, `${prefix}line `);
    if (lines.length > 0) return { differences: lines, part: describePart(one) ?? describePart(other) };
    return changed('', `sha-256 ${one.digest ?? 'unknown'}`, `sha-256 ${other.digest ?? 'unknown'}`);
  }
  if (one.kind === 'binary' && other.kind === 'binary' && one.digest === other.digest) return { differences: [] };
  if (one.kind === 'empty' && other.kind === 'empty') return { differences: [] };
  return changed('', describeBody(one), describeBody(other));
}

function toTextBody(body: ComparableBody): ComparableBody {
  return body.kind === 'value' ? { kind: 'text', text: body.text, digest: undefined } : body;
}

function describeBody(body: ComparableBody): string {
  if (body.kind === 'binary') return `${body.size} bytes, sha-256 ${body.digest.slice(0, 12)}…`;
  return body.kind === 'empty' ? 'empty' : 'text';
}
