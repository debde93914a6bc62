import { isPublic } from '../../../http/access-rule.ts';
import type { ApiSecurity } from '../../openapi-security.ts';
import type { Operation } from '../model/operation.ts';

/** The authentication and authorization of an operation. */
export interface SecurityRequirement {
  /** Whether credentials are needed. `optional`: they may grant more access. */
  readonly credentials: 'needed' | 'optional' | 'none';
  /** Whether an authenticated user may get 403. */
  readonly mayForbid: boolean;
  /** Whether a request may get 401: credentials matter, or invalid ones are rejected even where none are needed. */
  readonly mayChallenge: boolean;
  readonly schemes: readonly (readonly string[])[];
}

/** The part of an operation or route that its authentication depends on. */
export interface SecuredOperation extends Pick<Operation, 'path' | 'method'> {
  readonly access: Pick<NonNullable<Operation['access']>, 'rule' | 'hiding'> | undefined;
  /** The resource of an operation. */
  readonly resource?: Pick<Operation['resource'], 'tenant'>;
}

/** Returns the authentication and authorization of an operation from its rules, the firewalls and the path rules. */
export function getRequirement(operation: SecuredOperation, security: ApiSecurity): SecurityRequirement {
  const path = operation.path.replace('.{_format}', '');
  const guard = security.guardOf(path, operation.method);
  const { access } = operation;
  const rules = [...(guard.rule ?? []), ...(access?.rule ?? []), ...(access?.hiding ?? [])];
  const isDenied = guard.deniesByDefault && guard.rule === undefined && access?.rule === undefined;
  // A request without a tenant is denied.
  const mayForbid = isDenied || !isPublic(rules) || operation.resource?.tenant !== undefined;
  const isNeeded =
    guard.requiresCredentials || isDenied || rules.some((part) => typeof part === 'string' && part !== 'public');
  return {
    credentials: isNeeded ? 'needed' : mayForbid ? 'optional' : 'none',
    mayForbid,
    mayChallenge: guard.rejectsInvalidCredentials || isNeeded || mayForbid,
    schemes: guard.schemes,
  };
}

/** Returns Security Requirement Objects. An empty object means that authentication is optional. */
export function getSecurity({ credentials, schemes }: SecurityRequirement): object[] {
  if (credentials === 'none') return [];
  const alternatives = schemes.map((names) => Object.fromEntries(names.map((name) => [name, []])));
  return credentials === 'optional' ? [{}, ...alternatives] : alternatives;
}
