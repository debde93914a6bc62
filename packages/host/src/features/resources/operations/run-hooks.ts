import { isObject } from 'oriel-core/http';
import { span } from 'oriel-core/trace';
import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import { writeScope } from '../reach/write-scope.ts';
import { functionInput } from '../source/source-context.ts';

/**
 * Calls the hooks of an operation that run before its write, one after the other.
 *
 * @returns the input and changes of the write, with the members that the hooks have returned
 * @throws {TypeError} (as a rejection) if a hook returns members that it cannot change
 */
export async function runBeforeHooks(call: PendingWrite): Promise<Pick<PendingWrite, 'input' | 'changes'>> {
  if (isIdle(call)) return { input: call.input, changes: call.changes };
  const { operation, previous = null } = call;
  const isCustom = operation.kind === 'custom';
  const scope = writeScope(call);
  let { input, changes } = call;
  for (const before of operation.hooks!.before) {
    const next = isCustom || operation.kind === 'delete' ? null : Object.freeze({ ...(input as Item), ...scope });
    const details = { previous, next, changes: changes && Object.freeze({ ...changes }) };
    const body = isCustom ? input : undefined;
    const returned = await callHook('before', before, call, { ...details, body });
    if (returned === undefined) continue;
    assertMembers(returned, call, next === null, { ...scope, ...call.id });
    input = { ...(input as Item), ...returned };
    changes &&= { ...changes, ...returned };
  }
  return { input, changes };
}

/**
 * Calls the hooks of an operation that run after its write, one after the other.
 *
 * @param next the stored item; null after a delete
 * @param result the return value of a custom operation
 */
export async function runAfterHooks(call: PendingWrite, next: Item | null, result?: unknown): Promise<void> {
  if (isIdle(call)) return;
  const { operation, previous = null, changes } = call;
  // The response is written from the item, so hooks receive a copy.
  const copy = next && Object.freeze({ ...next });
  const item = next ?? previous;
  const { identifier } = operation.resource;
  const id = item && identifier.fromKeys(Object.fromEntries(identifier.keys.map((key) => [key, item[key]])));
  for (const after of operation.hooks!.after)
    await callHook('after', after, call, { id: id ?? undefined, previous, next: copy, changes, result });
}

// A patch that changes nothing writes no row, unless a function of the application performs it.
function isIdle({ operation: { kind, resource }, changes }: PendingWrite): boolean {
  if (kind !== 'patch' || resource.functions.has(kind)) return false;
  return changes !== undefined && Object.keys(changes).length === 0;
}

// The hooks of a request are spans of its profile.
async function callHook(time: string, hook: (input: unknown) => unknown, call: PendingWrite, details: object) {
  const { baseName: operation, resource } = call.operation;
  const more = { ...details, operation, resource: resource.name, scope: writeScope(call) };
  return span(`hook ${time} ${operation}`, async () => hook(functionInput(call, more)));
}

function assertMembers(
  returned: unknown,
  { operation }: PendingWrite,
  isFixed: boolean,
  fixed: Item,
): asserts returned is Item {
  const subject = `The hook before ${operation.baseName} returned`;
  if (isFixed) throw new TypeError(`${subject} a value, but the operation has no members to change`);
  if (!isObject(returned)) throw new TypeError(`${subject} a value that is not an object with members to change`);
  for (const name in fixed)
    if (Object.hasOwn(returned, name) && returned[name] !== fixed[name])
      throw new TypeError(`${subject} another "${name}", which the path, the tenant or an access rule determines`);
}
