import { ACCESS_PHASES } from '../../../http/access-input.ts';
import { combineFilters } from '../declare/filters/where.ts';
import type { Item, Reach } from '../model/reach.ts';
import type { OperationCall } from '../model/operation-call.ts';
import { EVERYTHING } from '../model/reach.ts';
import type { ReadAccess, ResourceModel } from '../model/resource-model.ts';
import { matchesFilter } from '../source/matches-filter.ts';
import { determineTenantScope } from '../source/tenant-scope.ts';
import { evaluateRule, listRows } from './evaluate-rule.ts';
import type { RuleSubject } from './evaluate-rule.ts';

/**
 * Determines what the user of a call can read of another resource, once per request.
 *
 * @returns undefined if the user can read no items
 */
export async function determineReach(resource: ResourceModel, call: OperationCall): Promise<Reach | undefined> {
  const { readAccess, tenant } = resource;
  if (readAccess === undefined && tenant === undefined) return EVERYTHING;
  const known = (call.linkedReach ??= new Map<ResourceModel, Reach | undefined>());
  if (known.has(resource)) return known.get(resource);
  const scope = await determineTenantScope(resource, call.context);
  const allowed = scope === null ? undefined : await applyReadRules(readAccess, call);
  const reach = scope === null || allowed === undefined ? undefined : { ...allowed, tenant: scope };
  known.set(resource, reach);
  return reach;
}

async function applyReadRules(access: ReadAccess | undefined, call: OperationCall): Promise<Reach | undefined> {
  if (access === undefined) return EVERYTHING;
  const subject = createSubject(call);
  const verdict = await evaluateRule(subject, access.get, ACCESS_PHASES.head, ACCESS_PHASES.item);
  if (verdict.outcome === 'refused') return undefined;
  const hiding = access.hiding.filter((part) => !access.get.includes(part));
  const other = await evaluateRule(subject, hiding, ACCESS_PHASES.head, ACCESS_PHASES.item);
  return {
    ...EVERYTHING,
    rows: combineFilters([...listRows(verdict), ...listRows(other)]),
    pending: [verdict, other].flatMap((value) => (value.outcome === 'postponed' ? value.rest : [])),
  };
}

/** Returns whether the user of a call can read an item of another resource that is in the scope of the tenant. */
export async function canRead(item: Item, resource: ResourceModel, call: OperationCall): Promise<boolean> {
  const reach = await determineReach(resource, call);
  if (reach === undefined) return false;
  if (reach.rows !== undefined && !(await matchesFilter(item, reach.rows, call, resource))) return false;
  if (reach.pending.length === 0) return true;
  const subject = createSubject(call, item);
  const verdict = await evaluateRule(subject, reach.pending, ACCESS_PHASES.item, ACCESS_PHASES.item);
  if (verdict.outcome !== 'granted') return false;
  const rows = combineFilters(listRows(verdict));
  return rows === undefined || matchesFilter(item, rows, call, resource);
}

// The rules of the other resource see the same request, but neither its path variables nor its query.
function createSubject({ context, operation }: OperationCall, item?: Item): RuleSubject {
  return { context, operation, uri: NO_VARIABLES, item, body: undefined, query: undefined };
}

const NO_VARIABLES = Object.freeze({});
