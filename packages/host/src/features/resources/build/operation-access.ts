import { ACCESS_PHASES } from '../../../http/access-input.ts';
import { isPublic, listRuleParts } from '../../../http/access-rule.ts';
import type { AnyRule, AnyRulePart } from '../../../http/access-rule.ts';
import type { AccessPhase } from '../../../http/access-input.ts';
import type { AccessDefinition } from '../declare/access-definition.ts';
import { isReadOperation } from '../model/operation.ts';
import type { Operation, OperationAccess } from '../model/operation.ts';
import type { ReadAccess } from '../model/resource-model.ts';
import type { OperationName } from '../declare/operation-definition.ts';
import type { AnyDefinition } from '../declare/resource.ts';

type AnyAccess = { readonly [Key in keyof AccessDefinition<unknown, unknown, unknown>]?: AnyRule };

/** Returns the access rules of an operation; undefined if its resource has none for it. */
export function operationAccess(operation: Operation): OperationAccess | undefined {
  const { definition } = operation.resource;
  const access = definition.access as AnyAccess | undefined;
  const rule = getRule(operation, access);
  if (access === undefined && rule === undefined) return undefined;
  const parts = rule && listRuleParts(rule);
  // A read operation hides rows by its own rule. A write with the same rule would return 403 for a row for which GET returns 404.
  const hiding = isReadOperation(operation)
    ? getHiding(access).filter((part) => parts?.includes(part) !== true)
    : getHiding(access);
  if (parts === undefined && hiding.length === 0) return undefined;
  const isOpenToAll = parts !== undefined && isPublic(parts) && hiding.length === 0;
  return Object.freeze({
    rule: isOpenToAll ? [] : parts,
    // The rule of a list already restricts its rows.
    hiding: operation.kind === 'list' ? [] : hiding,
    hide: definition.access?.hide === true,
    last: lastKnown(operation),
  });
}

/** Returns the read rules of a resource; undefined if all items are public. */
export function readAccess(definition: AnyDefinition): ReadAccess | undefined {
  const access = definition.access as AnyAccess | undefined;
  const get = access?.get ?? access?.read;
  const hiding = getHiding(access);
  if ((get === undefined || isPublic(listRuleParts(get))) && hiding.length === 0) return undefined;
  return { get: get === undefined ? [] : listRuleParts(get), hiding };
}

// The rule of `get` takes precedence over those of `read` and `list`.
function getHiding(access: AnyAccess | undefined): AnyRulePart[] {
  if (access === undefined) return [];
  const rules = access.get === undefined ? [access.read, access.list] : [access.get];
  const parts = rules.flatMap((rule) => (rule === undefined ? [] : listRuleParts(rule)));
  return [...new Set(parts.filter((part) => typeof part === 'function'))];
}

function getRule(operation: Operation, access: AnyAccess | undefined): AnyRule | undefined {
  const { kind, custom } = operation;
  const group = isReadOperation(operation) ? access?.read : access?.write;
  if (custom) return custom.access ?? group;
  const name: OperationName = kind === 'bulk' ? 'patch' : (kind as OperationName);
  return access?.[name] ?? group;
}

function lastKnown({ kind, hasItem, custom }: Operation): AccessPhase {
  if (kind === 'list') return ACCESS_PHASES.head;
  if (kind === 'get' || kind === 'delete') return ACCESS_PHASES.item;
  if (custom) return custom.input ? ACCESS_PHASES.body : hasItem ? ACCESS_PHASES.item : ACCESS_PHASES.head;
  return ACCESS_PHASES.body;
}
