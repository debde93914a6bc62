import { didYouMean, parseAuthority } from '../http/index.ts';
import { KernelEvents } from '../kernel/index.ts';
import { LEVELS } from '../trace/index.ts';
import { resolveMode } from './config.ts';
import type { HostConfig } from './config.ts';
import { wrongProfiler } from './check-profiler.ts';
import type { ConfigIssue } from './config-errors.ts';

/** Everything that is wrong with a configuration, apart from its routes. */
export function checkConfig(config: HostConfig): ConfigIssue[] {
  if (typeof config !== 'object' || config === null) {
    return [
      issue(
        'ORIEL_CONFIG_OBJECT',
        'defineHost(…)',
        `The configuration is ${config === null ? 'null' : typeof config}`,
        'Pass an object: defineHost({ routes: [...] })',
      ),
    ];
  }
  return [
    ...unknownKeys(config),
    ...wrongRoutes(config),
    ...wrongHosts(config),
    ...wrongListeners(config),
    ...wrongNumbers(config),
    ...wrongChoices(config),
    ...wrongProfiler(config),
    ...wrongMode(),
  ];
}

const KEYS =
  'title version routes resources api listeners hosts proxies limits compression tls http2 graceMs query requestId log onClose profiler'.split(
    ' ',
  );
const LIMITS =
  'url headers headerCount body headersTimeout requestTimeout bodyTimeout keepAliveTimeout connections time'.split(' ');
const EVENTS: readonly string[] = Object.values(KernelEvents);

function* unknownKeys(config: HostConfig): Generator<ConfigIssue> {
  yield* strangers(config, KEYS, '', 'ORIEL_CONFIG_KEY');
  if (typeof config.limits === 'object' && config.limits !== null)
    yield* strangers(config.limits, LIMITS, 'limits.', 'ORIEL_CONFIG_KEY');
}

function* strangers(object: object, known: readonly string[], prefix: string, code: string): Generator<ConfigIssue> {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    const meant = didYouMean(key, known);
    yield issue(
      code,
      prefix + key,
      `"${key}" is not a setting`,
      meant ? `Did you mean "${meant}"?` : `Known are ${known.join(', ')}`,
    );
  }
}

function* wrongRoutes({ routes }: HostConfig): Generator<ConfigIssue> {
  if (routes === undefined) return;
  if (!Array.isArray(routes))
    return yield issue('ORIEL_CONFIG_ROUTES', 'routes', 'It is no list', 'routes: [route(…), …]');
  for (const [index, each] of routes.entries()) {
    const declared = each as { handle?: unknown; name?: unknown; at?: ConfigIssue['at'] } | null | undefined;
    if (typeof declared !== 'object' || declared === null || typeof declared.name !== 'string') {
      yield issue(
        'ORIEL_CONFIG_ROUTE',
        `routes[${index}]`,
        'It is no route',
        "Put what route(name, 'GET /path', { handle }) gives into the list",
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
    }
  }
}

function* wrongHosts({ hosts }: HostConfig): Generator<ConfigIssue> {
  if (hosts === undefined) return;
  if (!Array.isArray(hosts?.names) || hosts.names.length === 0) {
    yield issue(
      'ORIEL_CONFIG_HOSTS',
      'hosts.names',
      'It names no host',
      "hosts: { names: ['example.com'] }, or leave hosts out to answer to any name",
    );
    return;
  }
  for (const [index, name] of hosts.names.entries()) {
    const place = `hosts.names[${index}]`;
    const bare = typeof name === 'string' ? name.replace(/^\*\./, '') : '';
    const authority = parseAuthority(bare);
    if (name === '*' || (authority?.port === undefined && authority?.name === bare)) continue;
    yield issue(
      'ORIEL_CONFIG_HOST_NAME',
      place,
      `${JSON.stringify(name)} is no host name`,
      'Write it in lower case, without scheme, port and path; *.example.com stands for all below',
    );
  }
}

function* wrongListeners({ listeners }: HostConfig): Generator<ConfigIssue> {
  if (listeners === undefined) return;
  if (!Array.isArray(listeners))
    return yield issue('ORIEL_CONFIG_LISTENERS', 'listeners', 'It is no list', 'listeners: [on(…), …]');
  for (const [index, entry] of listeners.entries()) {
    for (const listener of [entry].flat()) {
      const { event, name, priority, handle } = (listener ?? {}) as {
        event?: unknown;
        name?: unknown;
        priority?: unknown;
        handle?: unknown;
      };
      const place = `listeners[${index}]${typeof name === 'string' ? ` "${name}"` : ''}`;
      if (typeof event !== 'string' || !EVENTS.includes(event)) {
        const meant = typeof event === 'string' ? didYouMean(event, EVENTS) : undefined;
        yield issue(
          'ORIEL_LISTENER_EVENT',
          place,
          `${JSON.stringify(event)} is no event`,
          meant ? `Did you mean "${meant}"?` : `Events are ${EVENTS.join(', ')}`,
        );
      }
      if (typeof priority !== 'number' || !Number.isFinite(priority))
        yield issue(
          'ORIEL_LISTENER_PRIORITY',
          place,
          `Its priority is ${String(priority)}`,
          'Give a finite number; higher runs earlier',
        );
      if (typeof handle !== 'function')
        yield issue(
          'ORIEL_LISTENER_HANDLE',
          place,
          `Its handle is ${typeof handle}, not a function`,
          "on('kernel.response', 0, 'name', (event) => …)",
        );
    }
  }
}

function* wrongNumbers(config: HostConfig): Generator<ConfigIssue> {
  const numbers: [string, unknown][] = [
    ['graceMs', config.graceMs],
    ...Object.entries(config.limits ?? {}).map(([key, value]): [string, unknown] => [`limits.${key}`, value]),
  ];
  for (const [place, value] of numbers) {
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= 0)) continue;
    yield issue(
      'ORIEL_CONFIG_NUMBER',
      place,
      `It is ${JSON.stringify(value) ?? String(value)}`,
      'Give a number of zero or more',
    );
  }
}

function* wrongChoices(config: HostConfig): Generator<ConfigIssue> {
  const log = config.log === false ? undefined : config.log;
  const choices: [string, unknown, readonly unknown[]][] = [
    ['query', config.query, ['strict', 'lenient']],
    ['hosts.www', config.hosts?.www, ['serve', 'add', 'remove']],
    ['hosts.unknown', config.hosts?.unknown, [400, 421]],
    ['log.level', log?.level, [...LEVELS, 'none']],
  ];
  for (const [place, value, allowed] of choices) {
    if (value === undefined || allowed.includes(value)) continue;
    yield issue(
      'ORIEL_CONFIG_CHOICE',
      place,
      `${JSON.stringify(value)} is not a choice`,
      `Choose ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`,
    );
  }
}

function* wrongMode(): Generator<ConfigIssue> {
  try {
    resolveMode();
  } catch (error) {
    yield issue(
      'ORIEL_CONFIG_MODE',
      'ORIEL_MODE',
      (error as Error).message,
      'Correct the environment variable, or unset it',
    );
  }
}

function issue(code: string, place: string, reason: string, fix: string): ConfigIssue {
  return { code, place, reason, fix };
}
