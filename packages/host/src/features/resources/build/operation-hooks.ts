import { suggestName } from 'oriel-core/configuration';
import type { AnyFunction } from '../declare/resource-functions.ts';
import type { AnyDefinition } from '../declare/resource.ts';
import { isReadOperation } from '../model/operation.ts';
import type { Operation, OperationHooks } from '../model/operation.ts';
import type { MutableResourceModel } from './mutable-model.ts';

type DeclaredOperation = Pick<Operation, 'name' | 'kind' | 'method' | 'resource'> & Partial<Pick<Operation, 'custom'>>;

/** Returns the hooks that the definition of a resource has for an operation; undefined if there are none. */
export function operationHooks(operation: DeclaredOperation): OperationHooks | undefined {
  if (!acceptsHooks(operation)) return undefined;
  const name = hookName(operation);
  const declared = hookSets(operation.resource.definition).flatMap((set) => [set['*'] ?? {}, set[name] ?? {}]);
  const select = (time: keyof OperationHooks): AnyFunction[] =>
    declared.map((hook) => hook[time]).filter((element) => typeof element === 'function');
  const hooks = { before: select('before'), after: select('after') };
  return hooks.before.length + hooks.after.length > 0 ? hooks : undefined;
}

/** Reports hooks of unknown operations, and hooks of a store without transactions. */
export function validateHooks({ definition, operations, source, report }: MutableResourceModel): void {
  const names = hookSets(definition).flatMap(Object.keys);
  if (names.length > 0 && source.transaction === undefined)
    report(
      'on',
      'Hooks run in a transaction, and the resource has none',
      'Set a store with transactions',
      'ORIEL_RESOURCE_HOOK',
    );
  const known = ['*', ...operations.filter(acceptsHooks).map(hookName)];
  for (const name of names.filter((other) => !known.includes(other)))
    report(
      `on.${name}`,
      `"${name}" is not an operation that writes in a transaction`,
      suggestName(name, known),
      'ORIEL_RESOURCE_HOOK',
    );
}

type HookSet = Readonly<Record<string, { readonly before?: AnyFunction; readonly after?: AnyFunction }>>;

function hookSets({ on }: AnyDefinition): readonly HookSet[] {
  return (on === undefined ? [] : [on].flat()) as readonly unknown[] as readonly HookSet[];
}

// The items of a bulk request are written by the operation `patch`.
function acceptsHooks({ kind, method, custom }: DeclaredOperation): boolean {
  return !isReadOperation({ kind, method }) && kind !== 'bulk' && custom?.transaction !== false;
}

function hookName({ kind, name, resource }: Pick<Operation, 'name' | 'kind' | 'resource'>): string {
  return kind === 'custom' ? name.slice(resource.name.length + 1) : kind;
}
