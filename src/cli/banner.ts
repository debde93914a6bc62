import type { Host, Listening } from '../host/index.ts';
import { count } from './count.ts';
import { style } from './print.ts';
import { packageVersion } from './usage.ts';
import { isLoopbackAddress } from './address.ts';

/** What people read when their host is up: where it is, and what is worth opening. */
export function banner(host: Host, { url, mode, host: address }: Pick<Listening, 'url' | 'mode' | 'host'>): string {
  const routes = host.config.routes ?? [];
  const origin = url.replace(/\/$/, '');
  const pages = routes.filter(
    ({ path, methods, options }) =>
      !path.includes('{') && options.host === undefined && (methods.length === 0 || methods.includes('GET')),
  );
  return [
    [`${style('bold', 'Oriel')} ${packageVersion()}`, mode, style('cyan', origin), count(routes.length, 'route')].join(
      ' · ',
    ),
    ...pages.slice(0, MOST_PAGES).map(({ path }) => `  ${origin}${path}`),
    ...(mode === 'development' && !isLoopbackAddress(address)
      ? [
          style(
            'yellow',
            `Warning: ${address} can be reached from other machines, and development shows source code. Requests for other names than localhost are refused (421).`,
          ),
        ]
      : []),
  ].join('\n');
}

const MOST_PAGES = 5;
