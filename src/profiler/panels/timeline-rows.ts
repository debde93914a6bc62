import type { ListenerCall } from '../../core/trace/trace.ts';
import type { Span } from '../../core/trace/span.ts';
import type { Tone, WaterfallRow } from './view-model.ts';
import { measureCoverage, findGaps } from './time-ranges.ts';

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
    (parent?.children ?? roots).push(node);
  }
  if (firstByte !== undefined && firstByte < total) roots.push(buildSendingNode(firstByte, total));
  roots.push(...findGaps(roots, total, MIN_GAP_MS).map(buildGapNode));
  return flatten(roots);
}

interface Node {
  readonly label: string;
  readonly category: string;
  readonly start: number;
  readonly end: number;
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
  readonly children: Node[];
}

const MIN_GAP_MS = 5;

function buildSpanNode({ kind, name, start, duration, error }: Span, total: number): Node {
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
    children: [],
  };
}

function buildCallNode({ event, listener, start, duration, outcome }: ListenerCall): Node {
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

function buildSendingNode(start: number, end: number): Node {
  const title = 'From the response headers to the last byte';
  return { label: 'Response sent', category: 'sending', start, end, title, children: [] };
}

function buildGapNode({ start, end }: { readonly start: number; readonly end: number }): Node {
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
function nestByTime(nodes: readonly Node[]): Node[] {
  const roots: Node[] = [];
  const open: Node[] = [];
  for (const node of nodes.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    while (open.length > 0 && open.at(-1)!.end < node.end) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function findInnermost(nodes: readonly Node[], { start, end }: Node): Node | undefined {
  const around = nodes.find((node) => node.category === 'listener' && node.start <= start && node.end >= end);
  return around && (findInnermost(around.children, { ...around, start, end }) ?? around);
}

function flatten(roots: readonly Node[]): WaterfallRow[] {
  const rows: WaterfallRow[] = [];
  const waiting = roots.toSorted(compareDescending).map((node) => ({ node, depth: 0 }));
  // Stored spans may contain a cycle; each is shown once.
  const seen = new Set<Node>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (seen.has(node)) continue;
    seen.add(node);
    const { label, category, start, end, tone, title, children } = node;
    const self = category === 'gap' ? 0 : Math.max(0, end - start - measureCoverage(children, start, end));
    rows.push({ label, category, depth, start, duration: end - start, self, tone, title });
    for (const child of children.toSorted(compareDescending)) waiting.push({ node: child, depth: depth + 1 });
  }
  return rows;
}

function compareDescending(a: Node, b: Node): number {
  return b.start - a.start || a.end - b.end;
}
