import { nameOfQuery } from '../../record/findings/facts.ts';
import { parseStatementShape } from '../../record/findings/statement-shape.ts';
import { formatMilliseconds } from '../render/format.ts';
import { foldSiblings } from './timeline-folds.ts';
import type { ListenerCall, Span } from 'oriel-core/trace';
import type { Tone, WaterfallRow } from '../../profile/view-model.ts';

/**
 * Builds the rows of the waterfall from spans and listener calls. A span without a parent is nested in the listener that
 * was running when it began. Listeners run one after the other, so their times determine nesting; spans may overlap.
 */
export function buildTimeline(
  spans: readonly Span[],
  calls: readonly ListenerCall[],
  total: number,
  firstByte?: number,
): WaterfallRow[] {
  const nodes = spans.map((span) => buildSpanNode(span, total));
  const byId = new Map(spans.map(({ id }, index) => [id, nodes[index]!]));
  const ran = calls.filter(({ outcome }) => outcome === 'called' || outcome === 'threw').map(buildCallNode);
  const roots = nestByTime(ran);
  for (const [index, span] of spans.entries()) {
    const node = nodes[index]!;
    const parent = span.parent === 0 || span.parent === span.id ? findInnermost(roots, node) : byId.get(span.parent);
    // A parent with an identifier is the caller. A listener is only what ran at the same time.
    const caller = span.parent === 0 ? undefined : byId.get(span.parent);
    (parent?.children ?? roots).push(caller === undefined ? node : markLate(node, caller));
  }
  if (firstByte !== undefined && firstByte < total) roots.push(buildSendingNode(firstByte, total));
  roots.push(...findGaps(roots, total, MIN_GAP_MS).map(buildGapNode));
  return flattenTimeline(roots, foldSiblings);
}

/** A bar of the waterfall with the bars that are nested in it. Times are milliseconds since the start. */
export interface TimelineNode {
  readonly label: string;
  readonly category: string;
  readonly start: number;
  readonly end: number;
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
  readonly href?: string | undefined;
  /** What calls that differ in their values only have in common. */
  readonly shape?: string | undefined;
  /** The label of several calls with the same shape. */
  readonly shortLabel?: string | undefined;
  /** What is unusual about it, in a few words. */
  readonly mark?: string | undefined;
  /** The bars that it represents. */
  readonly folded?: readonly TimelineNode[] | undefined;
  readonly children: TimelineNode[];
}

const MIN_GAP_MS = 5;
const MIN_LATE_MS = 0.05;

function markLate(node: TimelineNode, caller: TimelineNode): TimelineNode {
  const late = node.end - caller.end;
  if (late < MIN_LATE_MS) return node;
  const title = `${node.title ?? node.label} – ended ${formatMilliseconds(late)} after its caller`;
  // Its children are added to the same list later.
  return { ...node, title, mark: 'ends after its caller' };
}

/** Creates the bar of a span. A span that was still running lasts until `total`. */
export function buildSpanNode(span: Span, total: number): TimelineNode {
  // Another process may have stored other types.
  const [start, duration] = [toFinite(span.start), toFinite(span.duration)];
  const [kind, name] = [String(span.kind), String(span.name)];
  const { error } = span;
  const running = duration < 0;
  const title =
    error !== undefined
      ? `${name} – failed: ${error}`
      : running
        ? `${name} – still running when the profile was stored`
        : name;
  return {
    label: name,
    category: kind,
    start,
    end: running ? Math.max(start, total) : start + duration,
    tone: error === undefined ? undefined : 'bad',
    title,
    ...(running ? {} : describeShape(kind, name, span.details)),
    children: [],
  };
}

function describeShape(
  kind: string,
  name: string,
  details: Span['details'],
): Pick<TimelineNode, 'shape' | 'shortLabel'> {
  if (kind === 'db') {
    const sql = typeof details?.['sql'] === 'string' ? details['sql'] : name;
    return { shape: `db ${parseStatementShape(sql).text}`, shortLabel: nameOfQuery(sql) };
  }
  if (kind === 'http') return { shape: `http ${name.replace(/[?#].*$/s, '')}` };
  return kind === 'cache' ? { shape: `cache ${name}` } : {};
}

function toFinite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

function buildCallNode({ event, listener, start, duration, outcome }: ListenerCall): TimelineNode {
  return {
    label: listener,
    category: 'listener',
    start,
    end: start + duration,
    tone: outcome === 'threw' ? 'bad' : undefined,
    title: `${event} → ${listener}`,
    children: [],
  };
}

function buildSendingNode(start: number, end: number): TimelineNode {
  const title = 'From the response headers to the last byte';
  return { label: 'Response sent', category: 'sending', start, end, title, children: [] };
}

function buildGapNode({ start, end }: { readonly start: number; readonly end: number }): TimelineNode {
  return {
    label: 'No data',
    category: 'gap',
    start,
    end,
    tone: 'muted',
    title: 'Nothing was recorded in this period; work without a span ran or waited',
    children: [],
  };
}

// A parent may come after its child. Of calls that begin together, the one that ends last is the outer one.
function nestByTime(nodes: readonly TimelineNode[]): TimelineNode[] {
  const roots: TimelineNode[] = [];
  const open: TimelineNode[] = [];
  for (const node of nodes.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    while (open.length > 0 && open.at(-1)!.end < node.end) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function findInnermost(nodes: readonly TimelineNode[], { start, end }: TimelineNode): TimelineNode | undefined {
  const around = nodes.find((node) => node.category === 'listener' && node.start <= start && node.end >= end);
  return around && (findInnermost(around.children, { ...around, start, end }) ?? around);
}

/**
 * Returns the rows of nested bars. The bars of each level are ordered by their start.
 *
 * @param fold replaces several siblings by one bar
 */
export function flattenTimeline(
  roots: readonly TimelineNode[],
  fold: (siblings: readonly TimelineNode[]) => readonly TimelineNode[] = (siblings) => siblings,
  firstDepth = 0,
): WaterfallRow[] {
  const rows: WaterfallRow[] = [];
  const waiting = fold(roots)
    .toSorted(compareDescending)
    .map((node) => ({ node, depth: firstDepth }));
  // Stored spans may contain a cycle; each is shown once.
  const seen = new Set<TimelineNode>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (seen.has(node)) continue;
    seen.add(node);
    rows.push(buildRow(node, depth));
    for (const child of fold(node.children).toSorted(compareDescending))
      waiting.push({ node: child, depth: depth + 1 });
  }
  return rows;
}

function buildRow(node: TimelineNode, depth: number): WaterfallRow {
  const { label, category, start, end, tone, title, href, mark, folded, children } = node;
  // The time of several calls is the sum of theirs, without what is between them.
  const inside = folded && flattenTimeline(folded, undefined, depth + 1);
  const duration = inside
    ? inside.reduce((sum, row) => (row.depth === depth + 1 ? sum + row.duration : sum), 0)
    : end - start;
  const self = category === 'gap' ? 0 : Math.max(0, duration - measureCoverage(children, start, end));
  return {
    label,
    category,
    depth,
    start,
    duration,
    self,
    tone,
    title,
    ...(href === undefined ? {} : { href }),
    ...(mark === undefined ? {} : { mark }),
    ...(inside === undefined ? {} : { folded: inside }),
  };
}

// SDKs of OpenTelemetry start spans at whole milliseconds: of siblings that start together, the first to end is first.
function compareDescending(a: TimelineNode, b: TimelineNode): number {
  return b.start - a.start || b.end - a.end;
}

/** A time range in milliseconds. */
interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** Returns how much of the time from `start` to `end` the ranges cover. Overlaps count once. */
function measureCoverage(ranges: readonly TimeRange[], start: number, end: number): number {
  let sum = 0;
  let until = start;
  for (const range of sortByStart(ranges)) {
    const from = Math.max(range.start, until);
    const to = Math.min(range.end, end);
    if (to > from) sum += to - from;
    until = Math.max(until, to);
  }
  return sum;
}

/** Returns the gaps of more than `minimum` milliseconds between 0 and `total` that no range covers. */
function findGaps(ranges: readonly TimeRange[], total: number, minimum: number): TimeRange[] {
  const gaps: TimeRange[] = [];
  let until = 0;
  for (const { start, end } of [...sortByStart(ranges), { start: total, end: total }]) {
    if (start - until > minimum) gaps.push({ start: until, end: start });
    until = Math.max(until, end);
  }
  return gaps;
}

function sortByStart(ranges: readonly TimeRange[]): TimeRange[] {
  return ranges.toSorted((a, b) => a.start - b.start);
}
