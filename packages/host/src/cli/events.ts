import { didYouMean } from 'oriel-core/http';
import type { Assembly } from '../host/assembly.ts';
import type { Mode } from '../configuration/host-environment.ts';
import { getData } from '../routes/route-table.ts';
import { KernelEvents } from '../kernel/events.ts';
import { defineCommand, UsageError, alignColumns, print, printJson, style } from 'oriel-core/cli';
import { inspect, loadHost } from './load-host.ts';

/** `oriel-host events`: lists the listeners of each event in the order they run. */
export const command = defineCommand({
  name: 'events',
  summary: 'list the listeners of each event in the order they run',
  usage: 'events [file] [--route name] [--mode name] [--json]',
  help: [
    ['--route name', 'mark the listeners skipped for this route'],
    ['--mode name', 'development (default) or production'],
    ['--json', 'print JSON: a list of events with their listeners'],
  ],
  examples: ['oriel-host events', 'oriel-host events --route hello', 'oriel-host events --mode production'],
  options: { route: { type: 'string' }, mode: { type: 'string' }, json: { type: 'boolean' } },
  maxPositionals: 1,
  run: async ({ route, mode, json }, [file]) => {
    const assembly = await inspect(await loadHost(file), readMode(mode));
    const events = listEvents(assembly, route);
    await assembly.close();
    return json ? printJson(events) : print(events.map(renderEvent).join('\n\n'));
  },
});

/** Returns the events of a host in the order they are dispatched. @throws {UsageError} if the route does not exist */
export function listEvents({ dispatcher, routes }: Pick<Assembly, 'dispatcher' | 'routes'>, routeName?: string) {
  const route = routeName === undefined ? undefined : routes.get(routeName);
  if (routeName !== undefined && !route)
    throw unknownRoute(
      routeName,
      [...routes].map(({ name }) => name),
    );
  const names = new Set<string>([...Object.values(KernelEvents), ...dispatcher.events]);
  return [...names].map((event) => ({
    event,
    listeners: dispatcher.listeners(event).map(({ name, priority, appliesTo }) => ({
      name,
      priority,
      // Whether it applies to some routes only, and whether it does not apply to the given one.
      conditional: appliesTo !== undefined,
      ...(route ? { skipped: appliesTo?.(getData(route)) === false } : {}),
    })),
  }));
}

function readMode(mode = 'development'): Mode {
  if (mode === 'development' || mode === 'production') return mode;
  throw new UsageError(`Unknown mode "${mode}"; expected development or production`);
}

function unknownRoute(name: string, known: readonly string[]): UsageError {
  const meant = didYouMean(name, known);
  return new UsageError(
    `Unknown route "${name}"${meant ? `; did you mean "${meant}"?` : '; "oriel-host routes" lists them'}`,
  );
}

function renderEvent({ event, listeners }: ReturnType<typeof listEvents>[number]): string {
  if (listeners.length === 0)
    return `${style('bold', event)}\n  ${style('dim', 'dispatched; no listener is registered')}`;
  const rows = listeners.map(({ name, priority, conditional, skipped }) => {
    const note = skipped ? 'skipped for this route' : conditional && skipped === undefined ? 'for some routes' : '';
    const text = [String(priority).padStart(6), name, note];
    return skipped ? text.map((cell) => style('dim', cell)) : text;
  });
  return [style('bold', event), ...alignColumns(rows)].join('\n');
}
