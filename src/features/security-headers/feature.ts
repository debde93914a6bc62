import { toSeconds } from '../../core/http/duration.ts';
import type { Mode } from '../../core/configuration/host-environment.ts';
import type { Feature } from '../feature.ts';
import { overrideHeaderName, validateSecurityHeaders } from './validate-security-headers.ts';
import { MethodOverrideListener } from './method-override-listener.ts';
import { RobotsListener } from './robots-listener.ts';
import type { RobotsRule, SecurityHeadersConfig, SecurityHeadersSettings } from './security-headers-config.ts';
import { SecurityHeadersListener } from './security-headers-listener.ts';

export const feature: Feature<SecurityHeadersSettings> = {
  name: 'security-headers',
  validate: validateSecurityHeaders,
  create({ methodOverride, robots, securityHeaders }, { mode }) {
    const rules = robotsRules(robots, mode);
    return {
      listeners: {
        ...(methodOverride && { methodOverride: new MethodOverrideListener(overrideHeaderName(methodOverride)) }),
        ...(rules.length > 0 && { robots: new RobotsListener(rules) }),
        ...(securityHeaders && { securityHeaders: securityHeadersOf(securityHeaders === true ? {} : securityHeaders) }),
      },
    };
  },
};

function robotsRules(robots: SecurityHeadersSettings['robots'], mode: Mode): readonly RobotsRule[] {
  if (mode === 'development') return [{ path: '/', tag: 'noindex' }];
  if (robots === undefined) return [];
  return typeof robots === 'string' ? [{ path: '/', tag: robots }] : robots;
}

function securityHeadersOf(config: SecurityHeadersConfig): SecurityHeadersListener {
  const {
    frames = "'none'",
    referrer = 'no-referrer',
    resources = 'same-origin',
    openers = 'same-origin',
    hsts,
  } = config;
  const always = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Resource-Policy', resources],
  ] as const;
  const onPages = [
    ['Content-Security-Policy', frames === false ? false : `frame-ancestors ${frames}`],
    ['X-Frame-Options', frames === "'none'" ? 'DENY' : frames === "'self'" ? 'SAMEORIGIN' : false],
    ['Referrer-Policy', referrer],
    ['Cross-Origin-Opener-Policy', openers],
  ] as const;
  const strict =
    hsts &&
    `max-age=${toSeconds(hsts.maxAge)}${hsts.subdomains ? '; includeSubDomains' : ''}${hsts.preload ? '; preload' : ''}`;
  return new SecurityHeadersListener(
    flat(always),
    flat(onPages),
    strict === undefined ? [] : ['Strict-Transport-Security', strict],
  );
}

function flat(headers: readonly (readonly [name: string, value: string | false])[]): string[] {
  return headers.flatMap(([name, value]) => (value === false ? [] : [name, value]));
}
