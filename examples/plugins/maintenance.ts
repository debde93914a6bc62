import { HttpResponse, on, plugin } from 'oriel';
import type { Plugin } from 'oriel';

/** A switch for maintenance, and the plugin that obeys it. */
export interface Maintenance {
  readonly plugin: Plugin;
  /** Answers requests with 503 from now on. @param retryAfter seconds until clients should try again */
  start(retryAfter?: number): void;
  /** Answers requests as usual. */
  stop(): void;
}

/**
 * Creates a maintenance mode: while it is on, every request is answered with 503 and `Retry-After` (RFC 9110 §10.2.3) before
 * authentication, and the readiness check fails, so that a load balancer sends requests elsewhere.
 * @param allow returns true for requests that are answered as usual, such as those of an administrator
 */
export function maintenanceMode(allow: (path: string) => boolean = () => false): Maintenance {
  let retryAfter: number | undefined;
  return {
    start: (seconds = 60) => void (retryAfter = seconds),
    stop: () => void (retryAfter = undefined),
    plugin: plugin({
      name: 'maintenance',
      listeners: [
        on('kernel.request', { before: 'firewall' }, 'maintenance', (event) => {
          if (retryAfter === undefined || allow(event.context.path)) return;
          const headers = ['Content-Type', 'text/plain', 'Retry-After', String(retryAfter)];
          event.respond(new HttpResponse(503, headers, 'Down for maintenance'));
        }),
      ],
      healthChecks: { maintenance: () => retryAfter === undefined },
    }),
  };
}
