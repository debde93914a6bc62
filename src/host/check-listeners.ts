import { didYouMean } from '../core/http/did-you-mean.ts';
import { KernelEvents } from '../core/kernel/kernel-events.ts';
import type { HostConfig } from './config.ts';
import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';

const EVENTS: readonly string[] = Object.values(KernelEvents);

/** Listeners for events that never happen, or without what makes a listener. */
export function* wrongListeners({ listeners }: HostConfig): Generator<ConfigIssue> {
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
