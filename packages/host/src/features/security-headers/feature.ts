import type { Mode } from '../../configuration/host-environment.ts';
import type { Feature } from '../feature.ts';
import { withDefaults } from 'oriel-core/configuration';
import { validateSecurityHeaders } from './validate-security-headers.ts';
import { MethodOverrideListener } from './method-override-listener.ts';
import { RobotsListener } from './robots-listener.ts';
import { SECURITY_HEADERS_SETTINGS } from './security-headers-config.ts';
import type { RobotsRule, SecurityHeadersSettings } from './security-headers-config.ts';
import { SecurityHeadersListener } from './security-headers-listener.ts';

export const feature: Feature<SecurityHeadersSettings> = {
  name: 'security-headers',
  validate: validateSecurityHeaders,
  create({ methodOverride, robots, securityHeaders }, { mode }) {
    const rules = robotsRules(robots, mode);
    return {
      listeners: {
        ...(methodOverride && { methodOverride: new MethodOverrideListener() }),
        ...(rules.length > 0 && { robots: new RobotsListener(rules) }),
        ...(securityHeaders && {
          securityHeaders: new SecurityHeadersListener(
            withDefaults(SECURITY_HEADERS_SETTINGS, securityHeaders === true ? {} : securityHeaders),
          ),
        }),
      },
    };
  },
};

function robotsRules(robots: SecurityHeadersSettings['robots'], mode: Mode): readonly RobotsRule[] {
  if (mode === 'development') return [{ path: '/', tag: 'noindex' }];
  if (robots === undefined) return [];
  return typeof robots === 'string' ? [{ path: '/', tag: robots }] : robots;
}
