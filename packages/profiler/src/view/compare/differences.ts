import { createStepBudget, findHunks } from './edit-script.ts';
import type { Hunk, StepBudget } from './edit-script.ts';
import { describePart } from './comparable-body.ts';
import type { ComparableBody } from './comparable-body.ts';
import type { Comparable, Work, WorkKind } from './comparable.ts';
import { compareValues } from './value-changes.ts';
import type { RouteHistory } from './route-history.ts';
import { excerptTexts } from './value-previews.ts';

/** What a difference is about, in the order of the page. */
export const ASPECTS = [
  ...(['request', 'status', 'exception', 'body', 'database', 'http-client', 'redis', 'mail'] as const),
  ...(['headers', 'pipeline', 'decisions', 'logs', 'findings'] as const),
] as const;

export type Aspect = (typeof ASPECTS)[number];

/** One line of a comparison. All texts are recorded ones or excerpts from them. */
export interface Difference {
  readonly aspect: Aspect;
  readonly kind: 'added' | 'removed' | 'changed';
  /** What differs: a header, a query, a path in the body; empty for the aspect itself. */
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The number of rows of a list with this difference. */
  readonly rows?: number | undefined;
  /** The line of code, of queries and calls. */
  readonly caller?: string | undefined;
  /** The time that queries or calls took, which is shown only. */
  readonly milliseconds?: number | undefined;
  /** The text of a query or call without its values. */
  readonly shape?: string | undefined;
}

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

const MAX_DIFFERENCES = 1_000;
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

/** Compares queries, calls or commands by what they are, the line that caused them and their number. */
function compareWork(aspect: Aspect, before: readonly Work[], after: readonly Work[]): Difference[] {
  const getKey = ({ shape, caller, outcome }: Work): string => JSON.stringify([shape, caller, outcome]);
  const others = new Map(after.map((work) => [getKey(work), work]));
  const differences: Difference[] = [];
  const removed: Work[] = [];
  const describe = ({ name, shape, caller, milliseconds }: Work) => ({
    aspect,
    path: name,
    shape,
    caller,
    milliseconds,
  });
  for (const work of before) {
    const other = others.get(getKey(work));
    others.delete(getKey(work));
    if (other === undefined) removed.push(work);
    else if (other.count !== work.count)
      differences.push({ ...describe(other), kind: 'changed', before: `×${work.count}`, after: `×${other.count}` });
  }
  const added = Map.groupBy(others.values(), ({ shape }) => shape);
  for (const work of removed) {
    // The same statement as often, from another line or with another outcome.
    const same = added.get(work.shape)?.find(({ count }) => count === work.count);
    if (same === undefined) {
      differences.push({ ...describe(work), kind: 'removed', before: describeCount(work) });
      continue;
    }
    added.set(
      work.shape,
      added.get(work.shape)!.filter((other) => other !== same),
    );
    const list = ({ caller, outcome }: Work): string =>
      [
        ...(work.caller === same.caller ? [] : [`from ${caller || 'an unknown line'}`]),
        ...(work.outcome === same.outcome ? [] : [outcome || 'succeeded']),
      ].join(', ');
    differences.push({ ...describe(same), kind: 'changed', before: list(work), after: list(same) });
  }
  for (const works of added.values())
    for (const work of works) differences.push({ ...describe(work), kind: 'added', after: describeCount(work) });
  return withUniquePaths(differences);
}

function describeCount({ count, outcome }: Work): string {
  return outcome === '' ? `×${count}` : `×${count}, ${outcome}`;
}

// Statements with the same short name are named by their text.
function withUniquePaths(differences: readonly Difference[]): Difference[] {
  const shapes = Map.groupBy(differences, ({ path }) => path);
  return differences.map((difference) => {
    const sameName = shapes.get(difference.path)!;
    const isUnique = sameName.every(({ shape }) => shape === difference.shape);
    return isUnique ? difference : { ...difference, path: excerptTexts(difference.shape!, '').before };
  });
}

/**
 * Compares two lists of texts. One that only moved is one difference.
 * @param prefix names a line by its number, as in `line 7`; without it, an added or removed line is named by its text
 */
function compareLines(
  aspect: Aspect,
  before: readonly string[],
  after: readonly string[],
  budget: StepBudget,
  prefix?: string,
): Difference[] {
  const ids = new Map<string, number>();
  const getId = (line: string): number => {
    const id = ids.get(line) ?? ids.size;
    ids.set(line, id);
    return id;
  };
  const hunks = findHunks(before.map(getId), after.map(getId), budget);
  const findOrigin = findMoved(hunks, before, after);
  const isMoved = (line: string | undefined): boolean => findOrigin(line!) !== undefined;
  const differences: Difference[] = [];
  for (const hunk of hunks) {
    const removed = listIndexes(hunk.before).filter((index) => !isMoved(before[index]));
    const added = listIndexes(hunk.after).filter((index) => !isMoved(after[index]));
    const count = Math.min(MAX_DIFFERENCES + 1, Math.max(removed.length, added.length));
    for (let offset = 0; offset < count; offset++)
      differences.push(describeLine(aspect, prefix, [before, removed[offset]], [after, added[offset]]));
    for (const index of listIndexes(hunk.after).filter((each) => isMoved(after[each]))) {
      const path = excerptTexts(after[index]!, '').before;
      const positions = { before: `position ${findOrigin(after[index]!)! + 1}`, after: `position ${index + 1}` };
      differences.push({ aspect, kind: 'changed', path, ...positions });
    }
    if (differences.length > MAX_DIFFERENCES) break;
  }
  return differences;
}

type LineAt = readonly [lines: readonly string[], index: number | undefined];

function describeLine(aspect: Aspect, prefix: string | undefined, before: LineAt, after: LineAt): Difference {
  const [one, other] = [before, after].map(([lines, index]) => (index === undefined ? undefined : lines[index]!));
  const texts = excerptTexts(one ?? '', other ?? '');
  const kind = one === undefined ? 'added' : other === undefined ? 'removed' : 'changed';
  if (kind === 'changed') {
    const path = prefix === undefined ? `position ${after[1]! + 1}` : `${prefix}${after[1]! + 1}`;
    return { aspect, kind, path, ...texts };
  }
  const text = kind === 'added' ? texts.after : texts.before;
  if (prefix === undefined) return { aspect, kind, path: text };
  const path = `${prefix}${(kind === 'added' ? after[1]! : before[1]!) + 1}`;
  return { aspect, kind, path, [kind === 'added' ? 'after' : 'before']: text };
}

function listIndexes([start, end]: readonly [number, number]): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}

/** Returns a function that returns the earlier index of a line that was removed once and added once. */
function findMoved(
  hunks: readonly Hunk[],
  before: readonly string[],
  after: readonly string[],
): (line: string) => number | undefined {
  const count = hunks.reduce((sum, hunk) => sum + hunk.before[1] - hunk.before[0] + hunk.after[1] - hunk.after[0], 0);
  if (count > MAX_DIFFERENCES) return () => undefined;
  const removed = Map.groupBy(
    hunks.flatMap((hunk) => listIndexes(hunk.before)),
    (index) => before[index]!,
  );
  const added = Map.groupBy(
    hunks.flatMap((hunk) => listIndexes(hunk.after)),
    (index) => after[index]!,
  );
  return (line) => {
    const isOnce = line.trim() !== '' && removed.get(line)?.length === 1 && added.get(line)?.length === 1;
    return isOnce ? removed.get(line)![0] : undefined;
  };
}
