import { isPublic } from '../../../core/http/access-rule.ts';
import type { ApiSecurity } from '../../openapi-security.ts';
import type { Operation } from '../model/operation.ts';

/** The authentication and authorization of an operation. */
export interface SecurityRequirement {
  /** Whether credentials are needed. `optional`: they may grant more access. */
  readonly credentials: 'needed' | 'optional' | 'none';
  /** Whether an authenticated user may get 403. */
  readonly mayForbid: boolean;
  /** Whether invalid credentials are rejected even where none are needed. */
  readonly rejectsInvalidCredentials: boolean;
  readonly schemes: readonly (readonly string[])[];
}

/** Returns the authentication and authorization of an operation from its rules, the firewalls and the path rules. */
export function requirementOf(operation: Operation, security: ApiSecurity): SecurityRequirement {
  const path = operation.path.replace('.{_format}', '');
  const {
    schemes,
    rejectsInvalidCredentials: looks,
    requiresCredentials: closed,
    rule,
    deniesByDefault: denies,
  } = security.guardOf(path, operation.method);
  const { access } = operation;
  const rules = [...(rule ?? []), ...(access?.rule ?? []), ...(access?.hiding ?? [])];
  const isDeniedByDefault = rule === undefined && access?.rule === undefined && denies;
  const refuses = isDeniedByDefault || !isPublic(rules);
  const needed = closed || isDeniedByDefault || rules.some((part) => typeof part === 'string' && part !== 'public');
  return {
    credentials: needed ? 'needed' : refuses ? 'optional' : 'none',
    mayForbid: refuses,
    rejectsInvalidCredentials: looks,
    schemes,
  };
}

/** Returns Security Requirement Objects. An empty object means that authentication is optional. */
export function securityOf({ credentials: credentials, schemes }: SecurityRequirement): object[] {
  if (credentials === 'none') return [];
  const alternatives = schemes.map((names) => Object.fromEntries(names.map((name) => [name, []])));
  return credentials === 'optional' ? [{}, ...alternatives] : alternatives;
}
