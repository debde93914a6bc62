import type { AnyRulePart } from '../http/access-rule.ts';
import type { RouteDeclaration } from '../routes/route.ts';
import type { EntryDescription } from './security/authenticator.ts';

/** A login or logout, as API documents describe it. */
export interface DescribedEntry extends EntryDescription {
  readonly route: RouteDeclaration;
}

/** Authentication and authorization of a host, as API documents describe them. */
export interface ApiSecurity {
  readonly schemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The routes of its authenticators that have a description. */
  readonly entries: readonly DescribedEntry[];
  /** Returns the firewall and path rules that apply to a path and method. */
  guardOf(path: string, method: string): ApiGuard;
}

/** The firewall and the path rule of an operation. */
export interface ApiGuard {
  /** Alternatives, each a list of schemes that are needed together, such as a session and its CSRF token. */
  readonly schemes: readonly (readonly string[])[];
  /** Whether invalid credentials are rejected even where anonymous access is allowed. */
  readonly rejectsInvalidCredentials: boolean;
  /** Whether the firewall rejects anonymous requests. */
  readonly requiresCredentials: boolean;
  /** The path rule; undefined when none matches. */
  readonly rule: readonly AnyRulePart[] | undefined;
  /** Whether requests without a matching rule are denied. */
  readonly deniesByDefault: boolean;
}
