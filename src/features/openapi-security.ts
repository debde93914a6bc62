import type { AnyRulePart } from '../core/http/access-rule.ts';

/** What documents have to know about who may: handed over by the host, which knows the firewalls. */
export interface ApiSecurity {
  /** How a client proves who it is, by name: security schemes of OpenAPI. */
  readonly schemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What the host says of a path and method beside the rules of resources. */
  guardOf(path: string, method: string): ApiGuard;
}

export interface ApiGuard {
  /** The alternatives that count there, each a list of schemes that are needed together: a session and its CSRF token. */
  readonly schemes: readonly (readonly string[])[];
  /** Is anybody looked at who shows credentials? Wrong ones are refused there, whoever else may come. */
  readonly rejectsInvalidCredentials: boolean;
  /** May nobody come without credentials, whatever a rule says? */
  readonly requiresCredentials: boolean;
  /** The rule that holds there for every request; undefined when none does. */
  readonly rule: readonly AnyRulePart[] | undefined;
  /** Is what no rule speaks of refused? */
  readonly deniesByDefault: boolean;
}
