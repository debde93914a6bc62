import { toSeconds } from 'oriel-core/http';
import type { Subscriber } from '../../events/subscriber.ts';
import type { ResponseEvent } from '../../kernel/events.ts';
import type { Resolved } from 'oriel-core/configuration';
import type { HstsConfig, SECURITY_HEADERS_SETTINGS, SecurityHeadersConfig } from './security-headers-config.ts';

/** Adds security headers to responses. Headers that a handler or an operation has set are kept. */
export class SecurityHeadersListener implements Subscriber {
  readonly name = 'SecurityHeadersListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };
  // Each is a list of header names and values in turn.
  readonly #always: readonly string[];
  readonly #onPages: readonly string[];
  readonly #onHttps: readonly string[];

  constructor(config: Resolved<SecurityHeadersConfig, typeof SECURITY_HEADERS_SETTINGS>) {
    const { frames, resources } = config;
    this.#always = namesAndValues({ 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': resources });
    this.#onPages = namesAndValues({
      'Content-Security-Policy': frames !== false && `frame-ancestors ${frames}`,
      'X-Frame-Options': frames === "'none'" ? 'DENY' : frames === "'self'" ? 'SAMEORIGIN' : false,
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    this.#onHttps = namesAndValues({
      'Strict-Transport-Security': config.hsts !== undefined && hstsValue(config.hsts),
    });
  }

  onResponse({ context, response: { headers } }: ResponseEvent): void {
    if (context.parent !== undefined) return;
    addMissing(headers, this.#always);
    if (this.#onPages.length > 0 && headers.get('Content-Type')?.startsWith('text/html') === true)
      addMissing(headers, this.#onPages);
    // Browsers ignore it over http (RFC 6797 §7.2).
    if (context.scheme === 'https') addMissing(headers, this.#onHttps);
  }
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
