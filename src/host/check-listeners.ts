import { didYouMean } from '../core/http/did-you-mean.ts';
import { KernelEvents } from '../core/kernel/kernel-events.ts';
import { pipelineNames } from './pipeline.ts';
import type { Listener } from '../core/events/dispatcher.ts';
import type { HostConfig } from './config.ts';
import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';

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
      const place = `listeners[${index}]${typeof name === 'string' ? ` "${name}"` : ''}`;
      if (typeof event !== 'string' || !EVENTS.includes(event)) {
        const meant = typeof event === 'string' ? didYouMean(event, EVENTS) : undefined;
        yield issue(
          'ORIEL_LISTENER_EVENT',
          place,
          `${JSON.stringify(event)} is not an event`,
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
      const target = before ?? after;
      const known = [
        ...pipelineNames(String(event)),
        ...all.filter((each) => each?.event === event && each !== listener).map((each) => String(each?.name)),
      ];
      if (target !== undefined && !known.includes(String(target))) {
        const meant = didYouMean(String(target), known);
        yield issue(
          'ORIEL_LISTENER_POSITION',
          place,
          `It is placed ${before === undefined ? 'after' : 'before'} ${JSON.stringify(target)}, which does not listen to ${JSON.stringify(event)}`,
          meant ? `Did you mean "${meant}"?` : `Listeners to it are ${known.join(', ')}`,
        );
      }
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
