import type { Feature } from '../feature.ts';
import { withDefaults, boolean, either, group, issue } from 'oriel-core/configuration';
import { SECURITY_HEADERS_SETTINGS, ROBOTS } from './security-headers-config.ts';
import type { SecurityHeadersSettings, SecurityHeadersConfig } from './security-headers-config.ts';
import { createSecurityHeadersListener } from './security-headers-listener.ts';
import { toMilliseconds } from 'oriel-core/http';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { Subscriber } from '../../events/subscriber.ts';
import type { ResponseEvent } from '../../kernel/events.ts';

export const feature: Feature<SecurityHeadersSettings> = {
  name: 'security-headers',
  validate: validateSecurityHeaders,
  create({ robots, securityHeaders }, { mode }) {
    const tag = mode === 'development' ? 'noindex' : robots;
    return {
      listeners: {
        ...(tag !== undefined && { robots: createRobotsListener(tag) }),
        ...(securityHeaders && {
          securityHeaders: createSecurityHeadersListener(
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

/** Adds `X-Robots-Tag` to responses that do not have it. */
function createRobotsListener(tag: string): Subscriber {
  return {
    name: 'RobotsListener',
    on: {
      'kernel.response'({ context, response: { headers } }: ResponseEvent) {
        if (context.parent === undefined && !headers.has(HEADER)) headers.list.push(HEADER, tag);
      },
    },
  };
}

const HEADER = 'X-Robots-Tag';
