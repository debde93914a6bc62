import { HttpResponse, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';

/** The key of the profiler of Atlas in production. */
export const PROFILER_KEY = 'the-key-of-the-attacked-profiler-with-32-bytes';

/** The only name that the hosts serve in production. */
export const PUBLIC_NAME = '127.0.0.1';

/** A text in the error of `GET /attack/fails`, which no client may see in production. */
export const INTERNAL_TEXT = 'relation "ledger_of_the_attacked_host" does not exist';

/**
 * Returns the configuration of an example with what a deployment adds: trusted proxies behind nginx and the names of the host. Timeouts
 * are short. `/echo` returns the body, and `GET /attack/fails` throws an error.
 */
export function attacked<Config extends HostConfig>(config: Config): Config {
  return {
    ...config,
    routes: [...(config.routes ?? []), echo, fails],
    limits: { ...config.limits, headersTimeout: 1_500, bodyTimeout: 1_000, requestTimeout: 4_000 },
    ...(process.env['ORIEL_ATTACK_MODE'] === 'nginx' && { proxies: ['127.0.0.1'] }),
    ...(process.env['ORIEL_MODE'] === 'production' && { hosts: { names: [PUBLIC_NAME] } }),
  };
}

const echo = route('attack_echo', 'POST|PUT|PATCH|DELETE|PURGE /echo', {
  docs: false,
  handle: async ({ payload, headers, log, query }) => {
    log('info', 'Received a body', { query, type: headers.get('content-type') });
    return new HttpResponse(200, ['Content-Type', headers.get('content-type') ?? 'text/plain'], await payload.bytes());
  },
});

const fails = route('attack_fails', 'GET /attack/fails', {
  docs: false,
  handle: () => {
    throw new Error(INTERNAL_TEXT, { cause: new TypeError('/var/lib/attacked/secret.key is missing') });
  },
});
