import { assertWritable, fixedValues, writableRows, writeScope } from '../access/write-scope.ts';
import type { AnyFunction } from '../definition/resource-functions.ts';
import { andThen } from '../../../core/http/promises.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { functionInput, plainId, createStoreContext } from '../stores/store-context.ts';

/** Does what the operation is for, and gives the item as it is afterwards; null when it had gone meanwhile. */
export function applyWrite(run: OperationRun): MaybePromise<Item | null | undefined> {
  const { kind, resource } = run.operation;
  const own = resource.definition.process?.[kind as 'create'] as AnyFunction | undefined;
  const body = run.request.input as Record<string, unknown>;
  const {
    request: { id, changes },
    read: { previous },
  } = run;
  const scope = writeScope(run);
  if (own) {
    const about = id === undefined ? { scope } : { id: plainId(id), previous, scope };
    const input =
      kind === 'patch' ? { ...about, next: whole(body, run), changes } : { ...about, body: whole(body, run) };
    return andThen(
      assertWritable(run, previous ? { ...previous, ...body } : undefined),
      () => own(functionInput(run, input)) as MaybePromise<Item | null>,
    );
  }
  const limited = writableRows(run) !== undefined;
  const next = limited ? ({ ...previous, ...scope, ...body, ...changes } as Item) : undefined;
  return andThen(limited ? assertWritable(run, next) : undefined, () => store(run, scope));
}

function store(run: OperationRun, scope: Item): MaybePromise<Item | null | undefined> {
  const { kind, resource, inputMembers } = run.operation;
  const body = run.request.input as Record<string, unknown>;
  const {
    request: { id, changes },
    read: { previous },
  } = run;
  const { store } = resource;
  const context = createStoreContext(run, scope);
  if (kind === 'create') return store!.create!({ ...body, ...scope }, context);
  if (kind === 'replace')
    return previous === null
      ? store!.create!({ ...body, ...id, ...scope }, context)
      : store!.replace!(id!, complete(body, inputMembers), context);
  if (kind === 'patch') return store!.patch!(id!, changes as Record<string, unknown>, context);
  return andThen(store!.delete!(id!, context), (there) => (there ? undefined : null));
}

// What an access rule demands of every row need not be sent, and must not be lost.
function whole(body: Record<string, unknown>, run: OperationRun): Record<string, unknown> {
  const { kind } = run.operation;
  return kind === 'delete' || writableRows(run) === undefined ? body : { ...body, ...fixedValues(run) };
}

// PUT replaces: what may be sent and was not is gone.
function complete(body: Record<string, unknown>, members: readonly string[] = []): Record<string, unknown> {
  const whole = { ...body };
  for (const name of members) whole[name] ??= null;
  return whole;
}
