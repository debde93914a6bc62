import type { Complain } from './create-resource-model.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Refuses filters and orders through links that the store of a resource cannot follow; functions are given what they lead to. */
export function checkReach({ store, definition, parameters }: ResourceModel, complain: Complain): void {
  if (store?.refuses === undefined || definition.provide?.list !== undefined) return;
  const told = new Set<string>();
  for (const { filter, kind, fields } of parameters.values())
    for (const path of fields) {
      const use = kind === 'order' ? 'order' : 'filter';
      const reason = path.includes('.') ? store.refuses(path, use) : undefined;
      if (reason === undefined || told.has(`${filter} ${path}`)) continue;
      told.add(`${filter} ${path}`);
      complain(
        `filters.${filter}`,
        `The store cannot ${use} by "${path}": ${reason}`,
        `Take "${path}" out, or give provide: { list } a function of your own`,
        'ORIEL_RESOURCE_FILTER',
      );
    }
}
