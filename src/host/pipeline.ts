import { listenerOf } from '../core/events/subscriber.ts';
import type { Listener } from '../core/events/dispatcher.ts';
import type { Subscriber } from '../core/events/subscriber.ts';

/**
 * Every listener of the host with its event and priority, in running order: the whole pipeline on one page. A listener
 * does not carry its own place in the queue; it is given here and nowhere else. One that a configuration leaves out is
 * simply not there.
 */
const TABLE = [
  ['kernel.request', 256, 'host'],
  ['kernel.request', 251, 'methodOverride'],
  ['kernel.request', 250, 'cors'],
  ['kernel.request', 128, 'session'],
  ['kernel.request', 100, 'defaultLocale'],
  ['kernel.request', 32, 'router'],
  ['kernel.request', 31, 'addressLimit'],
  ['kernel.request', 28, 'format'],
  ['kernel.request', 26, 'deprecation'],
  ['kernel.request', 20, 'concealQuery'],
  ['kernel.request', 16, 'queryParameter'],
  ['kernel.request', 16, 'operationQuery'],
  ['kernel.request', 16, 'locale'],
  ['kernel.request', 8, 'firewall'],
  ['kernel.request', 8, 'access'],
  ['kernel.request', 8, 'personalQuery'],
  ['kernel.request', 7, 'principalLimit'],
  ['kernel.request', 6, 'idempotency'],
  ['kernel.request', 5, 'link'],
  ['kernel.request', 5, 'hubLink'],
  ['kernel.request', 4, 'read'],
  ['kernel.request', 3, 'grant'],
  ['kernel.request', 2, 'deserialize'],

  ['kernel.controller_arguments', 25, 'csrf'],
  ['kernel.controller_arguments', 10, 'cache'],
  ['kernel.controller_arguments', 0, 'payload'],
  ['kernel.controller_arguments', 0, 'validate'],
  ['kernel.controller_arguments', -10, 'bodyGrant'],
  ['kernel.controller_arguments', -10, 'routeGrant'],

  ['kernel.view', 70, 'bulk'],
  ['kernel.view', 64, 'validate'],
  ['kernel.view', 48, 'bodyGrant'],
  ['kernel.view', 32, 'write'],
  ['kernel.view', 16, 'resourceSerialize'],
  ['kernel.view', 16, 'serialize'],
  ['kernel.view', 8, 'respond'],

  ['kernel.response', 0, 'cors'],
  ['kernel.response', 0, 'headers'],
  ['kernel.response', 0, 'limitHeaders'],
  ['kernel.response', 0, 'resourceHeaders'],
  ['kernel.response', 0, 'securityHeaders'],
  ['kernel.response', 0, 'link'],
  ['kernel.response', 0, 'hubLink'],
  ['kernel.response', 0, 'hubCookie'],
  ['kernel.response', 0, 'deprecation'],
  ['kernel.response', -10, 'vary'],
  ['kernel.response', -10, 'locale'],
  ['kernel.response', -10, 'cache'],
  ['kernel.response', -15, 'firewall'],
  ['kernel.response', -15, 'access'],
  ['kernel.response', -20, 'idempotency'],
  ['kernel.response', -100, 'profiler'],
  ['kernel.response', -255, 'robots'],
  ['kernel.response', -1000, 'session'],

  ['kernel.finish_request', 0, 'locale'],
  ['kernel.finish_request', 0, 'router'],
  ['kernel.finish_request', 0, 'firewall'],

  ['kernel.exception', 32, 'conceal'],
  ['kernel.exception', 16, 'unroutedLimit'],
  ['kernel.exception', 0, 'log'],
  ['kernel.exception', 0, 'profiler'],
  ['kernel.exception', -96, 'apiProblem'],
  ['kernel.exception', -128, 'error'],

  ['kernel.terminate', -1024, 'profiler'],
  ['kernel.terminate', -2048, 'accessLog'],
] as const;

/** The subscribers that the table places, by the name it uses for them. */
export type PipelineParts = Partial<Record<(typeof TABLE)[number][2], Subscriber>>;

/** The listeners of a host: those of the table that are present, then the application's own. */
export function pipeline(parts: PipelineParts, own: readonly Listener<never>[]): Listener<never>[] {
  const listeners: Listener<never>[] = [];
  for (const [event, priority, part] of TABLE) {
    const subscriber = parts[part];
    if (subscriber) listeners.push(listenerOf(subscriber, event, priority));
  }
  return [...listeners, ...own];
}
