import type { Listener } from '../events/dispatcher.ts';
import { getListener } from '../events/subscriber.ts';
import type { Subscriber } from '../events/subscriber.ts';

/**
 * Every listener of the host with its event and priority, in running order. A listener does not contain its own
 * priority; it is defined only here. Listeners that a configuration does not use
 * are omitted.
 */
const TABLE = [
  ['kernel.request', 512, 'metrics'],
  ['kernel.request', 256, 'host'],
  ['kernel.request', 250, 'cors'],
  ['kernel.request', 128, 'session'],
  ['kernel.request', 100, 'defaultLocale'],
  ['kernel.request', 64, 'profilerKey'],
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
  ['kernel.request', 8, 'tenant'],
  ['kernel.request', 8, 'userQuery'],
  ['kernel.request', 7, 'principalLimit'],
  ['kernel.request', 6, 'idempotency'],
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
  ['kernel.response', -15, 'tenant'],
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

  ['kernel.terminate', -512, 'metrics'],
  ['kernel.terminate', -1024, 'profiler'],
  ['kernel.terminate', -2048, 'accessLog'],
] as const;

/** The names of the host's own listeners, for `before` and `after`. */
export type PipelineName = (typeof TABLE)[number][2];

/** Returns the names of the host's own listeners to an event. */
export function pipelineNames(event: string): readonly string[] {
  return TABLE.filter(([name]) => name === event).map(([, , name]) => name);
}

/**
 * The listeners of a host: those of the table that are present, then those of plugins and the application.
 * @param subscribers by their name in the table
 * @throws {TypeError} when a subscriber is not in the table
 */
export function pipeline(
  subscribers: Readonly<Record<string, Subscriber | undefined>>,
  listeners: readonly Listener<never>[],
): Listener<never>[] {
  const known = new Set<string>(TABLE.map(([, , name]) => name));
  for (const name of Object.keys(subscribers))
    if (!known.has(name))
      throw new TypeError(`"${name}" is not in the pipeline table of packages/host/src/host/pipeline.ts`);
  const rows = TABLE.map(([event, priority, name]): Row => {
    const subscriber = subscribers[name];
    return { event, priority, name, listener: subscriber && getListener(subscriber, event, priority) };
  });
  const relative = listeners.filter(isRelative);
  for (const listener of listeners) if (!isRelative(listener)) rows.push({ ...listener, listener });
  for (const listener of relative) place(rows, listener);
  return rows.flatMap(({ listener }) => listener ?? []);
}

/** A place in the pipeline; without a listener where the host does not have it. */
interface Row {
  readonly event: string;
  readonly priority: number;
  readonly name: string;
  readonly listener: Listener<never> | undefined;
}

function isRelative({ before, after }: Listener<never>): boolean {
  return (before ?? after) !== undefined;
}

// Equal priorities run in the order of the rows.
function place(rows: Row[], listener: Listener<never>): void {
  const { event, before, after, name } = listener;
  const target = before ?? after;
  const isTarget = (row: Row): boolean => row.event === event && row.name === target;
  const index = before === undefined ? rows.findLastIndex(isTarget) : rows.findIndex(isTarget);
  if (index < 0)
    throw new TypeError(`Listener "${name}" is placed beside "${target}", which does not listen to "${event}"`);
  const { priority } = rows[index]!;
  rows.splice(before === undefined ? index + 1 : index, 0, {
    event,
    priority,
    name,
    listener: { ...listener, priority },
  });
}
