import { SPAN_KIND } from '../semantic-conventions.ts';
import type { ReceivedLog, ReceivedSpan } from './received-messages.ts';
import { isEndOfRequest } from './trace-assembler.ts';
import type { ReceivedTrace } from './trace-assembler.ts';

/** A request, job or message of another service: its span, with the spans and the log records that belong to it. */
export interface ReceivedRequest {
  readonly root: ReceivedSpan;
  readonly spans: readonly ReceivedSpan[];
  readonly logs: readonly ReceivedLog[];
}

/**
 * Splits the spans of a service in one trace by the requests that it handled. Spans whose request did not arrive, because it still
 * runs or was not sampled, are a request together.
 */
export function splitTrace({ spans, logs }: ReceivedTrace): ReceivedRequest[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const requests = new Map<string, { root: ReceivedSpan; spans: ReceivedSpan[]; logs: ReceivedLog[] }>();
  const getRequest = (root: ReceivedSpan) => {
    let request = requests.get(root.spanId);
    if (request === undefined) requests.set(root.spanId, (request = { root, spans: [], logs: [] }));
    return request;
  };
  const roots = findRoots(byId);
  for (const span of byId.values()) {
    const root = roots.get(span)!;
    const request = getRequest(root);
    if (root !== span) request.spans.push(span);
  }
  const [first] = requests.values();
  for (const log of logs) {
    const span = log.spanId === undefined ? undefined : byId.get(log.spanId);
    (span === undefined ? first : getRequest(roots.get(span)!))?.logs.push(log);
  }
  return [...requests.values()];
}

/** Returns the span of the request for each span. */
function findRoots(byId: ReadonlyMap<string, ReceivedSpan>): Map<ReceivedSpan, ReceivedSpan> {
  const roots = new Map<ReceivedSpan, ReceivedSpan>();
  const unfinished = new Map<string, ReceivedSpan>();
  for (const span of byId.values()) {
    const path = new Set<ReceivedSpan>();
    let current = span;
    let root = roots.get(current);
    while (root === undefined) {
      path.add(current);
      const parent = isEndOfRequest(current) ? undefined : byId.get(current.parentId!);
      if (isEndOfRequest(current)) root = current;
      else if (parent === undefined) root = unfinishedRoot(current, unfinished);
      // Received spans can be parents of each other.
      else if (path.has(parent)) root = parent;
      else root = roots.get((current = parent));
    }
    for (const receivedSpan of path) roots.set(receivedSpan, root);
  }
  return roots;
}

// It has the ID of the missing span, so that the page of the trace connects it with the caller.
function unfinishedRoot(child: ReceivedSpan, known: Map<string, ReceivedSpan>): ReceivedSpan {
  const spanId = child.parentId!;
  const found = known.get(spanId);
  const { traceId, flags } = child;
  const root: ReceivedSpan = {
    traceId,
    spanId,
    parentId: undefined,
    name: UNFINISHED,
    kind: SPAN_KIND.internal,
    flags,
    start: Math.min(child.start, found?.start ?? child.start),
    end: Math.max(child.end, found?.end ?? child.end),
    attributes: new Map(),
    events: [],
    failed: false,
    message: '',
  };
  // One object for all children, with the times of the first ones and of this one.
  const merged = found === undefined ? root : Object.assign(found, { start: root.start, end: root.end });
  known.set(spanId, merged);
  return merged;
}

const UNFINISHED = 'spans of an unfinished request';
