import { parseTraceparent } from 'oriel-core/http';
import type { Span } from 'oriel-core/trace';
import { buildSpanNode, flattenTimeline } from '../../panels/timeline-rows.ts';
import type { TimelineNode } from '../../panels/timeline-rows.ts';
import { toList } from '../../../profile/recorded-values.ts';
import type { Profile } from '../../../profile/profile.ts';
import { formatStatusCode } from '../../render/format.ts';

/**
 * Builds one waterfall from the profiles of a trace. A request is nested in the outgoing call that sent it, which its
 * `traceparent` header or the token in the response identifies. If the clocks of two machines differ, the request is
 * moved into the time of that call. Times are milliseconds since the first request.
 *
 * @param linkTo returns the link to a profile
 */
export function buildTraceWaterfall(profiles: readonly Profile[], linkTo: (token: string) => string) {
  const first = Math.min(...profiles.map(({ summary }) => summary.time));
  const bySpanId = new Map<string, Span | Request>();
  const byToken = new Map<string, Span>();
  const requests = profiles.map((profile): Request => ({ profile, calls: toList(profile.data.spans).filter(isCall) }));
  for (const span of requests.flatMap(({ calls }) => calls)) {
    if (typeof span.details?.['spanId'] === 'string') bySpanId.set(span.details['spanId'], span);
    if (typeof span.details?.['profile'] === 'string') byToken.set(span.details['profile'], span);
  }
  for (const request of requests) {
    const id = request.profile.data.received?.spanId;
    if (typeof id === 'string' && !bySpanId.has(id)) bySpanId.set(id, request);
  }
  const getCall = ({ profile }: Request): Span | Request | undefined =>
    bySpanId.get(getParentId(profile) ?? '') ?? byToken.get(profile.summary.token);
  const children = Map.groupBy(requests, getCall);
  const placed = new Set<Request>();
  const placeRequest = (request: Request, from: number): TimelineNode => {
    placed.add(request);
    return buildRequestNode(request, from, linkTo, (caller, start, end) =>
      (children.get(caller) ?? [])
        .filter((child) => !placed.has(child))
        .map((child) => placeRequest(child, within(child, start, end))),
    );
  };
  const offset = ({ profile }: Request): number => profile.summary.time - first;
  const within = (child: Request, start: number, end: number): number =>
    Math.max(start, Math.min(offset(child), end - child.profile.summary.duration));
  const roots = (children.get(undefined) ?? []).map((request) => placeRequest(request, offset(request)));
  // Recorded data may be wrong: requests that call each other have no root.
  for (const request of requests) if (!placed.has(request)) roots.push(placeRequest(request, offset(request)));
  return { rows: flattenTimeline(roots), total: Math.max(0, ...roots.map(({ end }) => end)) };
}

interface Request {
  readonly profile: Profile;
  readonly calls: readonly Span[];
}

// Spans of another service have an ID each, also those that send a message to a queue.
function isCall({ kind, details }: Span): boolean {
  return kind === 'http' || typeof details?.['spanId'] === 'string';
}

/** The span ID of the caller, from the header of the request. */
function getParentId({ data }: Profile): string | undefined {
  if (data.received !== undefined) return data.received?.parentId;
  const header = toList(data.request?.headers).find((line) => String(line[0]).toLowerCase() === 'traceparent');
  return typeof header?.[1] === 'string' ? parseTraceparent(header[1])?.parentId : undefined;
}

// Of a request with more spans, only the outgoing calls are shown.
const MAX_SPANS = 200;

function buildRequestNode(
  request: Request,
  from: number,
  linkTo: (token: string) => string,
  placeChildren: (caller: Span | Request, start: number, end: number) => TimelineNode[],
): TimelineNode {
  const { profile } = request;
  const { app, method, path, status, token, duration, url } = profile.summary;
  const node: TimelineNode = {
    label: `${app} · ${method} ${path} · ${formatStatusCode(status)}`,
    category: 'request',
    start: from,
    end: from + duration,
    tone: status >= 500 ? 'bad' : undefined,
    title: `${app}, process ${profile.summary.pid}: ${method} ${url}`,
    href: linkTo(token),
    children: placeChildren(request, from, from + duration),
  };
  const all = toList(profile.data.spans);
  const spans = all.length <= MAX_SPANS ? all : all.filter(isCall).slice(0, MAX_SPANS);
  const nodes = new Map<number, TimelineNode>();
  for (const span of spans) {
    const { start, end, ...rest } = buildSpanNode(span, duration);
    const shifted = { ...rest, start: from + start, end: from + end, children: [] as TimelineNode[] };
    nodes.set(span.id, shifted);
    if (isCall(span)) shifted.children.push(...placeChildren(span, shifted.start, shifted.end));
  }
  for (const { id, parent } of spans) {
    const owner = parent === id ? undefined : nodes.get(parent);
    (owner ?? node).children.push(nodes.get(id)!);
  }
  return node;
}
