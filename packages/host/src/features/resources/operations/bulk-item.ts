import { NotFoundError, UnprocessableContentError, isObject } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { Item } from '../model/reach.ts';
import type { Operation } from '../model/operation.ts';
import { authorizeItem } from '../reach/authorize.ts';
import { mergePatchBody } from '../request/body/merge-patch.ts';
import { validateInput } from '../request/body/validate-input.ts';
import { applyDefaults } from './apply-defaults.ts';
import { OperationRun } from './operation-run.ts';
import { findItem } from './read-item.ts';
import { runBeforeHooks } from './run-hooks.ts';
import { writeItem } from './write-item.ts';

/**
 * Creates a run for one item of a bulk request, loads its current state and validates it. The caller checks its links and
 * the access rules of its body.
 *
 * @param element the item in the request
 * @param seen the identifiers of earlier items, to which this one is added
 * @throws {UnprocessableContentError} 422 (as a rejection) with pointers into the item
 */
export async function prepareBulkItem(run: OperationRun, element: unknown, seen: Set<string>): Promise<OperationRun> {
  const { operation, context, format, query, scope, reach } = run;
  const isPatch = operation.kind === 'bulk';
  const member = new OperationRun(isPatch ? findPatch(operation) : operation, context);
  Object.assign(member, { format, query, scope, reach });
  if (isPatch) await loadPatched(member, isObject(element) ? element : {}, seen);
  else member.body = { kind: 'value', value: element };
  return Object.assign(member, await validateInput(member));
}

/** Writes one item of a bulk request. @throws {UnprocessableContentError} (as a rejection) if it was deleted in the meantime */
export async function writeBulkItem(member: OperationRun): Promise<Item> {
  Object.assign(member, await applyDefaults(member));
  if (member.operation.hooks !== undefined) Object.assign(member, await runBeforeHooks(member));
  const item = await writeItem(member);
  if (item === null || item === undefined) throw violationError('', message('item.deleted-meanwhile'), 'not_found');
  member.isCreated = member.operation.kind === 'create';
  member.next = item;
  return item;
}

async function loadPatched(member: OperationRun, sent: Record<string, unknown>, seen: Set<string>): Promise<void> {
  const { identifier, type } = member.operation.resource;
  const { keys } = identifier;
  const pointer = `/${keys[0]!}`;
  const id = identifier.parseMembers(sent);
  if (id === undefined)
    throw violationError(pointer, message('item.identifier-missing', { fields: keys.join(' and ') }), 'identifier');
  const name = JSON.stringify(keys.map((key) => sent[key])).slice(1, -1);
  if (seen.has(name)) throw violationError(pointer, message('item.duplicate', { id: name.slice(0, 100) }), 'duplicate');
  seen.add(name);
  member.id = id;
  const previous = await findItem(member, id, 'lock');
  const detail = message('item.not-found-in-list', { type, id: name.slice(0, 100) });
  const notFound = (): Error => violationError(pointer, detail, 'not_found');
  if (previous == null) throw notFound();
  member.previous = previous;
  try {
    member.reach = await authorizeItem(member);
  } catch (error) {
    // A hidden item is reported like one that does not exist.
    throw error instanceof NotFoundError ? notFound() : error;
  }
  const patch = Object.fromEntries(Object.entries(sent).filter(([key]) => !keys.includes(key)));
  member.body = mergePatchBody(patch);
}

const findPatch = ({ resource }: Operation): Operation => resource.operations.find(({ kind }) => kind === 'patch')!;

/** Returns a 422 with one violation. */
export function violationError(pointer: string, detail: Message, code: string): UnprocessableContentError {
  return new UnprocessableContentError([{ pointer, detail, code }]);
}
