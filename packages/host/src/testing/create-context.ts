import { HttpContext } from 'oriel-core/http';
import type { RequestContext } from '../kernel/events.ts';
import type { Plan } from '../events/dispatcher.ts';
import { NullTrace } from 'oriel-core/trace';
import type { Trace } from 'oriel-core/trace';
import { createIncoming } from '../http/create-incoming.ts';
import type { IncomingFacts } from '../http/create-incoming.ts';

/** The properties of a context that a test sets; all others have defaults. */
export interface ContextFacts extends IncomingFacts {
  /** The listeners of the request. */
  plan?: Plan;
  trace?: Trace;
  route?: RequestContext['route'];
  params?: RequestContext['params'];
}

/**
 * Returns the context of a request, for testing listeners.
 *
 * @param line the method and target, such as `GET /cities/7`
 *
 * @example
 * ```ts
 * import { createContext } from 'oriel-host/testing';
 * createContext('GET /cities?page=2', { headers: { Accept: 'text/html' } }).query; // => 'page=2'
 * ```
 */
export function createContext(line = 'GET /', facts: ContextFacts = {}): RequestContext {
  const context: RequestContext = new HttpContext(
    createIncoming(line, facts),
    facts.plan ?? {},
    facts.trace ?? NullTrace,
  );
  context.route = facts.route;
  if (facts.params) context.params = facts.params;
  return context;
}
