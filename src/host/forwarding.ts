import type { HttpResponse } from '../core/http/response.ts';
import type { RequestContext } from '../core/kernel/events.ts';
import { currentScope, runInTrace } from '../core/trace/current.ts';

/** Handles a request that was forwarded inside another one, as a span of that one if it is recorded. */
export async function forwarded(
  sub: RequestContext,
  handle: (context: RequestContext) => HttpResponse | Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { trace, method, path, query } = sub;
  if (!trace.recording) return handle(sub);
  const target = query === '' ? path : `${path}?${query}`;
  const id = trace.begin('kernel', `forward ${method} ${path}`, currentScope().span, { forwarded: method, target });
  const response = await runInTrace(trace, () => handle(sub), id);
  trace.end(id, { status: response.status, route: sub.route?.name });
  return response;
}
