import type { AnyRule } from '../../core/http/access-rule.ts';
import type { RouteDeclaration } from '../../core/routes/route.ts';
import type { RateLimitConfig } from '../rate-limit/rate-limit.ts';
import type { SessionConfig } from '../session/session-config.ts';
import type { SecurityConfig } from './security-config.ts';

/** The parts of the host's configuration that authentication and authorization depend on. */
export interface SecuritySettings {
  readonly title?: string;
  readonly security?: SecurityConfig;
  readonly sessions?: SessionConfig;
  readonly rateLimits?: RateLimitConfig;
  readonly routes?: readonly RouteDeclaration[];
  readonly resources?: readonly RuledResource[];
  readonly api?: { readonly docs?: boolean | { readonly access?: AnyRule } };
  readonly tls?: unknown;
  readonly proxies?: unknown;
}

/** A resource, as far as it declares access rules. */
export interface RuledResource extends Pick<RouteDeclaration, 'name' | 'at'> {
  readonly definition: {
    readonly access?: unknown;
    readonly fields?: unknown;
    readonly operations?: object | undefined;
    readonly custom?: object | undefined;
    readonly store?: unknown;
  };
}
