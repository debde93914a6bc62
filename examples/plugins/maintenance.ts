import { HttpResponse, on, plugin } from 'oriel-host';
import type { Plugin } from 'oriel-host';

/** A plugin, and the functions that switch its maintenance mode. */
export interface Maintenance {
  readonly plugin: Plugin;
  /** Responds to requests with 503 from now on. @param retryAfter seconds until clients should retry */
  start(retryAfter?: number): void;
  /** Ends the maintenance mode. */
  stop(): void;
}

/**
 /**
  * Creates a plugin with a maintenance mode. While it is on, every request gets 503 with `Retry-After` (RFC 9110 §10.2.3)
  * before authentication, and the readiness check fails, so that a load balancer uses other hosts.
  * @param allow returns true for paths that are served during maintenance, such as those of administrators
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
