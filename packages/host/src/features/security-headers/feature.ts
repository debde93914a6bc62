import type { Feature } from '../feature.ts';
import { withDefaults, boolean, either, group, issue } from 'oriel-core/configuration';
import { RobotsListener } from './robots-listener.ts';
import { SECURITY_HEADERS_SETTINGS, ROBOTS } from './security-headers-config.ts';
import type { SecurityHeadersSettings, SecurityHeadersConfig } from './security-headers-config.ts';
import { SecurityHeadersListener } from './security-headers-listener.ts';
import { toMilliseconds } from 'oriel-core/http';
import type { ConfigIssue } from 'oriel-core/configuration';

export const feature: Feature<SecurityHeadersSettings> = {
  name: 'security-headers',
  validate: validateSecurityHeaders,
  create({ robots, securityHeaders }, { mode }) {
    const tag = mode === 'development' ? 'noindex' : robots;
    return {
      listeners: {
        ...(tag !== undefined && { robots: new RobotsListener(tag) }),
        ...(securityHeaders && {
          securityHeaders: new SecurityHeadersListener(
            withDefaults(SECURITY_HEADERS_SETTINGS, securityHeaders === true ? {} : securityHeaders),
          ),
        }),
      },
    };
  },
};

const SECURITY_HEADERS = either([boolean(), group(SECURITY_HEADERS_SETTINGS)], {
  code: 'ORIEL_SECURITY_HEADERS',
  fix: 'securityHeaders: true',
});

/** Yields the issues of `robots` and `securityHeaders`. */
function* validateSecurityHeaders(config: SecurityHeadersSettings): Generator<ConfigIssue> {
  yield* ROBOTS.validate('robots', config.robots);
  const issues = [...SECURITY_HEADERS.validate('securityHeaders', config.securityHeaders)];
  yield* issues;
  if (issues.length === 0) yield* validatePreload(config.securityHeaders);
}

function* validatePreload(securityHeaders: boolean | SecurityHeadersConfig | undefined): Generator<ConfigIssue> {
  const { hsts } = Object(securityHeaders) as SecurityHeadersConfig;
  if (hsts?.preload !== true || (hsts.subdomains === true && toMilliseconds(hsts.maxAge) >= YEAR)) return;
  const reason = 'The preload list requires a maxAge of at least a year and subdomains';
  const fix = "Add subdomains: true and maxAge: '365 d', or leave preload out";
  yield issue('ORIEL_SECURITY_HEADERS', 'securityHeaders.hsts', reason, fix);
}

const YEAR = 365 * 86_400_000;
