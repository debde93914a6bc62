import { KNOWN } from '../../../core/http/access-input.ts';
import { READS } from '../../../core/http/reads.ts';
import { isPublic, partsOf } from '../../../core/http/access-rule.ts';
import type { AnyRule, AnyRulePart } from '../../../core/http/access-rule.ts';
import type { Known } from '../../../core/http/access-input.ts';
import type { AccessDefinition } from '../definition/access-definition.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationName } from '../definition/operation-definition.ts';
import type { AnyDefinition } from '../definition/resource.ts';

/** Who may do one operation, worked out when the host starts. */
export interface OperationAccess {
  /** Undefined when nobody said; then what the host says holds. */
  readonly rule: readonly AnyRulePart[] | undefined;
  /** Rules of reading that are functions: what they hide from a reader is missing for this operation too. */
  readonly hiding: readonly AnyRulePart[];
  readonly hide: boolean;
  /** How much is known when the last part of the rule can be asked. */
  readonly last: Known;
}

/** Who may read a resource whose items are linked, filtered through or lived below. */
export interface ReadAccess {
  readonly get: readonly AnyRulePart[];
  /** The parts that may give filters, or look at an item. */
  readonly hiding: readonly AnyRulePart[];
}

type AnyAccess = { readonly [Key in keyof AccessDefinition<unknown, unknown, unknown>]?: AnyRule };

/** The access of an operation; undefined when its resource says nothing that concerns it. */
export function operationAccess(operation: Operation): OperationAccess | undefined {
  const { definition } = operation.resource;
  const access = definition.access as AnyAccess | undefined;
  const rule = ruleOf(operation, access);
  if (access === undefined && rule === undefined) return undefined;
  const own = rule && partsOf(rule);
  // A reading operation hides by its own rule. A writing one that shares the rule would answer 403 for a row that GET answers with 404.
  const hiding = isReadOperation(operation)
    ? hidingOf(access).filter((part) => own?.includes(part) !== true)
    : hidingOf(access);
  if (own === undefined && hiding.length === 0) return undefined;
  const isOpen = own !== undefined && isPublic(own) && hiding.length === 0;
  return Object.freeze({
    rule: isOpen ? [] : own,
    // What a list hides, it says itself.
    hiding: operation.kind === 'list' ? [] : hiding,
    hide: definition.access?.hide === true,
    last: lastKnown(operation),
  });
}

/** The rules of reading of a resource; undefined when everybody may read everything. */
export function readAccess(definition: AnyDefinition): ReadAccess | undefined {
  const access = definition.access as AnyAccess | undefined;
  const get = access?.get ?? access?.read;
  const hiding = hidingOf(access);
  if ((get === undefined || isPublic(partsOf(get))) && hiding.length === 0) return undefined;
  return { get: get === undefined ? [] : partsOf(get), hiding };
}

// What is said of getting one item counts; else what is said of reading, and of lists.
function hidingOf(access: AnyAccess | undefined): AnyRulePart[] {
  if (access === undefined) return [];
  const rules = access.get === undefined ? [access.read, access.list] : [access.get];
  const parts = rules.flatMap((rule) => (rule === undefined ? [] : partsOf(rule)));
  return [...new Set(parts.filter((part) => typeof part === 'function'))];
}

/** Returns whether an operation reads: a list, an item, or a custom operation with a safe method. */
export function isReadOperation({ kind, method }: Pick<Operation, 'kind' | 'method'>): boolean {
  return kind === 'list' || kind === 'get' || READS.has(method);
}

function ruleOf(operation: Operation, access: AnyAccess | undefined): AnyRule | undefined {
  const { kind, custom } = operation;
  const group = isReadOperation(operation) ? access?.read : access?.write;
  if (custom) return custom.access ?? group;
  const name: OperationName = kind === 'bulk' ? 'patch' : (kind as OperationName);
  return access?.[name] ?? group;
}

function lastKnown({ kind, hasItem, custom }: Operation): Known {
  if (kind === 'list') return KNOWN.head;
  if (kind === 'get' || kind === 'delete') return KNOWN.item;
  if (custom) return custom.input ? KNOWN.body : hasItem ? KNOWN.item : KNOWN.head;
  return KNOWN.body;
}
