import type { Authenticator } from './authenticator.ts';
import type { FirewallDefinition } from './firewall.ts';
import type { ThrottleOptions } from './login-throttle.ts';
import type { PasswordOptions } from './passwords.ts';
import type { Users } from './users/user-provider.ts';
import type { PathRule } from './path-rules.ts';
import type { RolesConfig } from './roles.ts';
import type { Voter } from './voter.ts';
import type { AnyRule } from '../../http/access-rule.ts';
import type { RouteDeclaration } from '../../routes/route.ts';
import type { RateLimitConfig } from '../rate-limit/rate-limit.ts';
import type { SessionConfig } from '../session/session-config.ts';

/** Authentication and authorization of a host. */
export interface SecurityConfig<Each extends Authenticator = Authenticator> extends AccessConfig {
  /** The first firewall that covers a request authenticates it. The last one must cover every request. */
  readonly firewalls: readonly FirewallDefinition<Each>[];
  /**
   * The accounts for logins and HTTP Basic.
   * @default –
   */
  readonly users?: Users;
  /**
   * How passwords are hashed and verified.
   * @default {}
   */
  readonly passwords?: PasswordOptions;
  /**
   * Limits of login attempts; `false` disables them.
   * @default {}
   */
  readonly throttle?: ThrottleOptions | false;
}

/** Authorization of a host. */
export interface AccessConfig {
  /**
   * Rules for paths. The first one that covers a request applies, before the rules of resources and routes.
   * @default []
   */
  readonly access?: readonly PathRule[];
  /**
   * The rule of operations and routes without one: `'deny'` or `'public'`.
   * @default reading is public, and resources that can be written need a rule
   */
  readonly default?: 'deny' | 'public';
  /**
   * All roles, or the roles that each includes: `{ admin: ['editor'], editor: [] }`. Rules cannot name other roles.
   * @default any role
   */
  readonly roles?: RolesConfig;
  /**
   * Functions and objects that vote on attributes of rules. One vote to allow is enough.
   * @default []
   */
  readonly voters?: readonly Voter[];
}

/** The parts of the host's configuration that authentication and authorization depend on. */
export interface SecuritySettings {
  readonly title?: string;
  readonly security?: SecurityConfig;
  readonly sessions?: SessionConfig;
  readonly rateLimits?: RateLimitConfig;
  readonly routes?: readonly RouteDeclaration[];
  readonly resources?: readonly RuledResource[];
  readonly api?: { readonly docs?: boolean | { readonly access?: AnyRule } };
  readonly mcp?: boolean | { readonly access?: AnyRule };
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
