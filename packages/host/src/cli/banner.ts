import type { Host } from '../host/define-host.ts';
import type { Listening } from '../host/listening.ts';
import { formatStateRows, stateRows } from '../host/state/state-rows.ts';
import { count, readVersion, style } from 'oriel-core/cli';

/** Returns the text printed when a host starts: version, mode, URL, and pages to open. */
export function banner(host: Host, { url, mode }: Pick<Listening, 'url' | 'mode'>): string {
  const { routes = [], resources = [], api } = host.config;
  const origin = url.replace(/\/$/, '');
  const pages = routes.filter(
    ({ path, methods, options }) =>
      !path.includes('{') && options.host === undefined && (methods.length === 0 || methods.includes('GET')),
  );
  return [
    [
      `${style('bold', 'Oriel')} ${readVersion(import.meta.resolve('oriel-host/package.json'))}`,
      mode,
      style('cyan', origin),
      count(routes.length, 'route'),
      ...(resources.length > 0 ? [count(resources.length, 'resource')] : []),
    ].join(' · '),
    ...pages.slice(0, MAX_PAGES).map(({ path }) => `  ${origin}${path}`),
    ...(resources.length > 0 && api?.docs !== false
      ? [style('dim', `  ${origin}${api?.prefix ?? '/api'}/docs  the API documentation`)]
      : []),
    ...(mode === 'development' && host.config.profiler !== false
      ? [style('dim', `  ${origin}/_profiler/  the profiler`)]
      : []),
    ...formatStateRows(stateRows(host.config)).map((line) => style('dim', `  ${line}`)),
  ].join('\n');
}

const MAX_PAGES = 5;
