import type { HostConfig } from './config.ts';
import { formatValue, issue, suggestName, validateUnknownKeys } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { KernelEvents } from '../kernel/events.ts';
import { pipelineNames } from './pipeline.ts';
import type { AnyResource } from '../features/resources/declare/resource.ts';
import type { OperationOptions } from '../features/resources/declare/operation-definition.ts';
import type { RouteDeclaration, RouteOptions } from '../routes/route.ts';
import type { Listener } from '../events/dispatcher.ts';

/** Reports entries of `routes` that are not routes; paths and names are checked when the route table is built. */
export function* validateRoutes({ routes }: HostConfig): Generator<ConfigIssue> {
  if (routes === undefined) return;
  if (!Array.isArray(routes))
    return yield issue('ORIEL_CONFIG_ROUTES', 'routes', 'It is not a list', 'routes: [route(…), …]');
  for (const [index, route] of routes.entries()) {
    const declared = route as
      { handle?: unknown; name?: unknown; options?: object; at?: ConfigIssue['at'] } | null | undefined;
    if (typeof declared !== 'object' || declared === null || typeof declared.name !== 'string') {
      yield issue(
        'ORIEL_CONFIG_ROUTE',
        `routes[${index}]`,
        'It is not a route',
        "Use the result of route(name, 'GET /path', { handle })",
      );
    } else if (typeof declared.handle !== 'function') {
      yield {
        ...issue(
          'ORIEL_ROUTE_HANDLE',
          `routes[${index}] "${declared.name}"`,
          `Its handle is ${typeof declared.handle}, not a function`,
          'handle: ({ params }) => …',
        ),
        at: declared.at,
      };
    } else {
      const prefix = `routes[${index}] "${declared.name}".`;
      for (const unknownKey of validateUnknownKeys(declared.options ?? {}, ROUTE_KEYS, prefix))
        yield { ...unknownKey, at: declared.at };
    }
  }
}

const ROUTE_KEYS = Object.keys({
  host: true,
  schemes: true,
  requirements: true,
  defaults: true,
  priority: true,
  condition: true,
  stateless: true,
  summary: true,
  description: true,
  tags: true,
  docs: true,
  limit: true,
  bodyLimit: true,
} satisfies Record<keyof RouteOptions, true>);

/** Yields the issues of invalid body limits of routes and operations. */
export function* validateBodyLimits({ routes = [], resources = [] }: HostConfig): Generator<ConfigIssue> {
  if (!Array.isArray(routes) || !Array.isArray(resources)) return;
  for (const [index, route] of routes.entries()) {
    yield* invalidTags(route, index);
    const limit: unknown = route?.options?.bodyLimit;
    yield* invalidLimit(`routes[${index}] "${route?.name}".bodyLimit`, limit, route?.at);
  }
  for (const [index, resource] of (resources as readonly AnyResource[]).entries()) {
    const { operations = {}, custom = {} } = resource?.definition ?? {};
    const kinds = { operations, custom } as Readonly<Record<string, Record<string, OperationOptions | undefined>>>;
    for (const [kind, member] of Object.entries(kinds)) {
      for (const [name, options] of Object.entries(member)) {
        const path = `resources[${index}] "${resource.name}".${kind}.${name}`;
        yield* invalidLimit(`${path}.bodyLimit`, options?.bodyLimit, resource.at);
      }
    }
  }
}

function* invalidLimit(path: string, limit: unknown, location: ConfigIssue['at']): Generator<ConfigIssue> {
  if (limit === undefined || (Number.isSafeInteger(limit) && (limit as number) >= 0)) return;
  const found = issue('ORIEL_CONFIG_BODY_LIMIT', path, `It is ${formatValue(limit)}`, 'Use a whole number of bytes');
  yield { ...found, at: location };
}

function* invalidTags(route: RouteDeclaration | undefined, index: number): Generator<ConfigIssue> {
  const tags: unknown = route?.options?.tags;
  if (tags === undefined) return;
  const isName = (name: unknown): boolean => typeof name === 'string' && name.trim() !== '';
  const isTag = (tag: { readonly name?: unknown; readonly description?: unknown } | null): boolean =>
    isName(tag) || (typeof tag === 'object' && isName(tag?.name) && isName(tag?.description));
  if (Array.isArray(tags) && tags.every(isTag)) return;
  const fix =
    "List names, or names with a description: tags: ['admin', { name: 'reports', description: 'Reports of a day.' }]";
  const path = `routes[${index}] "${route?.name}".tags`;
  yield { ...issue('ORIEL_ROUTE_TAGS', path, `It is ${JSON.stringify(tags)?.slice(0, 80)}`, fix), at: route?.at };
}

/** Returns the issues of `plugins`. */
export function* validatePlugins({ plugins }: HostConfig): Generator<ConfigIssue> {
  if (plugins === undefined) return;
  if (!Array.isArray(plugins))
    return yield issue(
      'ORIEL_CONFIG_PLUGINS',
      'plugins',
      `It is ${formatValue(plugins)}`,
      'Use a list: plugins: [metrics()]',
    );
  const names = new Set<unknown>();
  for (const [index, plugin] of plugins.entries()) {
    const { name, create } = (plugin ?? {}) as { readonly name?: unknown; readonly create?: unknown };
    const path = `plugins[${index}]`;
    if (typeof name !== 'string' || typeof create !== 'function')
      yield issue(
        'ORIEL_CONFIG_PLUGINS',
        path,
        `It is ${formatValue(plugin)}`,
        "Use the result of plugin({ name: '…' })",
      );
    else if (names.has(name))
      yield issue('ORIEL_CONFIG_PLUGINS', path, `There are two plugins "${name}"`, 'Remove one, or rename it');
    names.add(name);
  }
}

const EVENTS: readonly string[] = Object.values(KernelEvents);

/** Reports listeners to unknown events, at unknown positions, or without a function. */
export function* validateListeners({ listeners }: HostConfig): Generator<ConfigIssue> {
  if (listeners === undefined) return;
  if (!Array.isArray(listeners))
    return yield issue('ORIEL_CONFIG_LISTENERS', 'listeners', 'It is not a list', 'listeners: [on(…), …]');
  const all = listeners.flat() as readonly (Partial<Listener> | undefined)[];
  for (const [index, entry] of listeners.entries()) {
    for (const listener of [entry].flat()) {
      const { event, name, priority, handle, before, after } = (listener ?? {}) as Readonly<Record<string, unknown>>;
      const path = `listeners[${index}]${typeof name === 'string' ? ` "${name}"` : ''}`;
      if (typeof event !== 'string' || !EVENTS.includes(event))
        yield issue(
          'ORIEL_LISTENER_EVENT',
          path,
          `${JSON.stringify(event)} is not an event`,
          suggestName(event, EVENTS),
        );
      if (typeof priority !== 'number' || !Number.isFinite(priority))
        yield issue(
          'ORIEL_LISTENER_PRIORITY',
          path,
          `Its priority is ${String(priority)}`,
          'Use a finite number; higher priorities run earlier',
        );
      const target = before ?? after;
      const known = [
        ...pipelineNames(String(event)),
        ...all
          .filter((element) => element?.event === event && element !== listener)
          .map((element) => String(element?.name)),
      ];
      if (target !== undefined && !known.includes(String(target)))
        yield issue(
          'ORIEL_LISTENER_POSITION',
          path,
          `It is placed ${before === undefined ? 'after' : 'before'} ${JSON.stringify(target)}, which does not listen to ${JSON.stringify(event)}`,
          suggestName(target, known),
        );
      if (typeof handle !== 'function')
        yield issue(
          'ORIEL_LISTENER_HANDLE',
          path,
          `Its handle is ${typeof handle}, not a function`,
          "on('kernel.response', 0, 'name', (event) => …)",
        );
    }
  }
}
