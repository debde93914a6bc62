import { toSeconds } from 'oriel-core/http';
import type { Subscriber } from '../../events/subscriber.ts';
import type { ResponseEvent } from '../../kernel/events.ts';
import type { Resolved } from 'oriel-core/configuration';
import type { HstsConfig, SECURITY_HEADERS_SETTINGS, SecurityHeadersConfig } from './security-headers-config.ts';

/** Adds security headers to responses. Headers that a handler or an operation has set are kept. */
export function createSecurityHeadersListener({
  frames,
  resources,
  hsts,
}: Resolved<SecurityHeadersConfig, typeof SECURITY_HEADERS_SETTINGS>): Subscriber {
  const always = namesAndValues({ 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': resources });
  const onPages = namesAndValues({
    'Content-Security-Policy': frames !== false && `frame-ancestors ${frames}`,
    'X-Frame-Options': frames === "'none'" ? 'DENY' : frames === "'self'" ? 'SAMEORIGIN' : false,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  const onHttps = namesAndValues({ 'Strict-Transport-Security': hsts !== undefined && hstsValue(hsts) });
  return {
    name: 'SecurityHeadersListener',
    on: {
      'kernel.response'({ context, response: { headers } }: ResponseEvent) {
        if (context.parent !== undefined) return;
        addMissing(headers, always);
        if (headers.get('Content-Type')?.startsWith('text/html') === true) addMissing(headers, onPages);
        // Browsers ignore it over http (RFC 6797 §7.2).
        if (context.scheme === 'https') addMissing(headers, onHttps);
      },
    },
  };
}

function addMissing(headers: ResponseEvent['response']['headers'], wanted: readonly string[]): void {
  for (let i = 0; i < wanted.length; i += 2)
    if (!headers.has(wanted[i]!)) headers.list.push(wanted[i]!, wanted[i + 1]!);
}

function hstsValue({ maxAge, subdomains, preload }: HstsConfig): string {
  return `max-age=${toSeconds(maxAge)}${subdomains ? '; includeSubDomains' : ''}${preload ? '; preload' : ''}`;
}

function namesAndValues(headers: Readonly<Record<string, string | false>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (value === false ? [] : [name, value]));
}
