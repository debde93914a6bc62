import { andThen, isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { DefaultInput, DefaultRules, DefaultValue } from '../definition/default-values.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import { functionInput } from '../stores/store-context.ts';

/** Sets the declared default values in the validated input of a write, before a function or the store receives it. */
export function applyDefaults(run: OperationRun): MaybePromise<void> {
  const { defaults } = run.operation.resource.definition;
  const { kind } = run.operation;
  if (defaults === undefined || kind === 'delete') return undefined;
  const { changes } = run.request;
  // A patch that changes nothing writes nothing.
  if (kind === 'patch' && changes !== undefined && Object.keys(changes).length === 0) return undefined;
  const values = Object.entries(defaults as Readonly<Record<string, DefaultValue<unknown>>>).flatMap(
    ([field, declared]) => {
      const value = valueOf(field, declared, run);
      return value === undefined ? [] : [[field, value] as const];
    },
  );
  const settled = values.some(([, value]) => isPromise(value))
    ? Promise.all(values.map(async ([field, value]) => [field, await Promise.resolve(value)] as const))
    : values;
  return andThen(settled, (known) => {
    const set = Object.fromEntries(known);
    run.request.input = { ...(run.request.input as Item), ...set };
    if (changes !== undefined) run.request.changes = { ...changes, ...set };
  });
}

function valueOf(field: string, declared: DefaultValue<unknown>, run: OperationRun): unknown {
  const rules: DefaultRules<unknown> = typeof declared === 'function' ? { create: declared } : declared;
  const { previous = null } = run.read;
  const sent = (run.request.input as Item)[field];
  if (rules.write) return rules.write(inputOf(run));
  if (previous === null) return sent === undefined ? rules.create?.(inputOf(run)) : undefined;
  // PUT replaces all members, but values that were set when the item was created stay.
  return run.operation.kind === 'replace' && sent === undefined ? previous[field] : undefined;
}

function inputOf(run: OperationRun): DefaultInput {
  const { previous = null } = run.read;
  return functionInput(run, { previous, body: run.request.input }) as DefaultInput;
}
