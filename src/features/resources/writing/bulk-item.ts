import { NotFoundError, UnprocessableContentError } from '../../../core/http/errors.ts';
import { provideItem } from '../running/provide-item.ts';
import { authorizeItem } from '../access/authorize.ts';
import { mergePatch } from '../bodies/merge-patch.ts';
import { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../running/operation-run.ts';
import type { Operation } from '../model/operation.ts';
import { isInScope } from '../model/path-scope.ts';
import { applyWrite } from './apply-write.ts';
import { validateMembers } from '../bodies/validate-input.ts';

/**
 * A run of its own for one item of a list, read and validated; its links and the rules about its body are left to check.
 * @param seen what was named before
 * @throws {UnprocessableContentError} 422 (as a rejection) with pointers into the item
 */
export async function prepareBulkItem(run: OperationRun, each: unknown, seen: Set<string>): Promise<OperationRun> {
  const { operation, context } = run;
  const changes = operation.kind === 'bulk';
  const member = new OperationRun(changes ? patchOf(operation) : operation, context);
  member.format = run.format;
  member.request.query = run.request.query;
  member.request.scope = run.request.scope;
  member.authorization.rows = run.authorization.rows;
  member.authorization.access = run.authorization.access && { ...run.authorization.access };
  if (changes) await findChanged(member, isObject(each) ? each : {}, seen);
  else member.request.body = { kind: 'value', value: each };
  await validateMembers(member);
  return member;
}

/** Does with one item what its run is for. @throws {UnprocessableContentError} (as a rejection) */
export async function writeBulkItem(member: OperationRun): Promise<Item> {
  const item = await applyWrite(member);
  if (item === null || item === undefined)
    throw violationError('', 'The item was deleted while it was changed', 'not_found');
  member.result.isCreated = member.operation.kind === 'create';
  member.result.next = item;
  return item;
}

async function findChanged(member: OperationRun, sent: Record<string, unknown>, seen: Set<string>): Promise<void> {
  const { identifier, type } = member.operation.resource;
  const { keys } = identifier;
  const place = `/${keys[0]!}`;
  const id = identifier.parse(textOf(sent, keys, (item) => identifier.format(item)));
  // 2 and "2" would be one item under two names.
  if (id === undefined || keys.some((key) => id[key] !== sent[key]))
    throw violationError(place, `Identify the item by ${keys.join(' and ')}`, 'identifier');
  const name = JSON.stringify(keys.map((key) => sent[key])).slice(1, -1);
  if (seen.has(name)) throw violationError(place, `Duplicate item ${name.slice(0, 100)}`, 'duplicate');
  seen.add(name);
  member.request.id = id;
  const previous = await provideItem(member, true);
  const notThere = (): Error => violationError(place, `There is no ${type} ${name.slice(0, 100)}`, 'not_found');
  if (previous == null || !isInScope(previous, member.request.scope)) throw notThere();
  member.read.previous = previous;
  try {
    await authorizeItem(member);
  } catch (error) {
    // What this user must not know of is as if it were not there.
    throw error instanceof NotFoundError ? notThere() : error;
  }
  const patch = Object.fromEntries(Object.entries(sent).filter(([key]) => !keys.includes(key)));
  member.request.body = { kind: 'patch', patch: (document) => mergePatch(document, patch) };
}

function patchOf({ resource }: Operation): Operation {
  return resource.operations.find(({ kind }) => kind === 'patch')!;
}

// An identifier of another type than the schema's has another text, or none at all.
function textOf(sent: Record<string, unknown>, keys: readonly string[], format: (item: Item) => string): string {
  if (!keys.every((key) => ['string', 'number', 'boolean'].includes(typeof sent[key]) && sent[key] !== '')) return '';
  const text = format(sent);
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** One violation. */
export function violationError(pointer: string, detail: string, code: string): UnprocessableContentError {
  return new UnprocessableContentError([{ pointer, detail, code }]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
