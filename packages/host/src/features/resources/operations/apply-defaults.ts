import type { DefaultInput, DefaultValue } from '../declare/default-values.ts';
import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import { functionInput } from '../source/source-context.ts';

/** Returns the validated input of a write with the declared default values, before a source receives it. */
export async function applyDefaults(call: PendingWrite): Promise<Pick<PendingWrite, 'input' | 'changes'>> {
  const { input, changes, operation } = call;
  const { defaults } = operation.resource.definition;
  // A patch that changes nothing writes nothing.
  const isIdle = operation.kind === 'patch' && changes !== undefined && Object.keys(changes).length === 0;
  if (defaults === undefined || operation.kind === 'delete' || isIdle) return { input, changes };
  const values = await Promise.all(
    Object.entries(defaults as Readonly<Record<string, DefaultValue<unknown>>>).map(
      async ([field, declared]) => [field, await determineValue(field, declared, call)] as const,
    ),
  );
  const set = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return { input: { ...(input as Item), ...set }, changes: changes && { ...changes, ...set } };
}

function determineValue(field: string, declared: DefaultValue<unknown>, call: PendingWrite): unknown {
  const { previous = null, operation, input } = call;
  const sent = (input as Item)[field];
  if (typeof declared !== 'function') return declared.write(createInput(call));
  if (previous === null) return sent === undefined ? declared(createInput(call)) : undefined;
  // PUT replaces all members, but values that were set when the item was created stay.
  return operation.kind === 'replace' && sent === undefined ? previous[field] : undefined;
}

function createInput(call: PendingWrite): DefaultInput {
  return functionInput(call, { previous: call.previous ?? null, body: call.input }) as DefaultInput;
}
