import { isPublic } from '../../../core/http/access-rule.ts';
import type { ApiSecurity } from '../../openapi-security.ts';
import type { Operation } from '../model/operation.ts';

/** Who may do an operation, as a document tells it. */
export interface SecurityRequirement {
  /** Credentials: needed, of use, or of no concern. */
  readonly credentials: 'needed' | 'optional' | 'none';
  /** May somebody who is known be refused? */
  readonly mayForbid: boolean;
  /** Are wrong credentials refused, even where none are needed? */
  readonly rejectsInvalidCredentials: boolean;
  readonly schemes: readonly (readonly string[])[];
}

/** What an operation asks of its clients. */
export function requirementOf(operation: Operation, security: ApiSecurity): SecurityRequirement {
  const path = operation.path.replace('.{_format}', '');
  const { schemes, rejectsInvalidCredentials: looks, requiresCredentials: closed, rule, deniesByDefault: denies } = security.guardOf(path, operation.method);
  const { access } = operation;
  const own = [...(rule ?? []), ...(access?.rule ?? []), ...(access?.hiding ?? [])];
  const unsaid = rule === undefined && access?.rule === undefined && denies;
  const refuses = unsaid || !isPublic(own);
  const needed = closed || unsaid || own.some((part) => typeof part === 'string' && part !== 'public');
  return { credentials: needed ? 'needed' : refuses ? 'optional' : 'none', mayForbid: refuses, rejectsInvalidCredentials: looks, schemes };
}

/** The same in the words of OpenAPI: alternatives, of which an empty one means that none is needed. */
export function securityOf({ credentials: credentials, schemes }: SecurityRequirement): object[] {
  if (credentials === 'none') return [];
  const alternatives = schemes.map((names) => Object.fromEntries(names.map((name) => [name, []])));
  return credentials === 'optional' ? [{}, ...alternatives] : alternatives;
}
