import type { StoreContext } from '../declare/resource-store.ts';
import type { Item } from '../model/reach.ts';
import type { ResourceModel, Source } from '../model/resource-model.ts';
import { addComputedFields, computedByFunctions } from './compute-fields.ts';
import { SourceContext } from './source-context.ts';

/**
 * Returns a source whose items are completed after they are read or written with the fields that functions of the application compute.
 * An item has all computed fields, because access rules and entity tags may need them; those of a list have the fields of the response.
 */
export function createComputedSource(source: Source, resource: ResourceModel): Source {
  const computed = computedByFunctions(resource);
  if (computed.length === 0) return source;
  const isNeeded = (fields: readonly string[] | undefined): boolean =>
    fields === undefined || computed.some(({ name }) => fields.includes(name));
  async function complete<Found extends Item | null>(item: Found, context: StoreContext): Promise<Found> {
    if (item === null || item === undefined) return item;
    const { call } = SourceContext.details(context as SourceContext);
    return (await addComputedFields([item], resource, call))[0] as Found;
  }
  const { list, get, create, replace, patch } = source;
  return {
    list:
      list &&
      (async (request, context) => {
        const { call } = SourceContext.details(context as SourceContext);
        // Rules that depend on the item may read any of its fields.
        const fields = request.fields ?? (call.readableByItem.length > 0 ? undefined : call.readableFields);
        if (!isNeeded(fields)) return source.list!(request, context);
        // The functions may need all stored fields.
        const page = await source.list!({ ...request, fields: undefined }, context);
        const items = await addComputedFields(page.items, resource, call, fields);
        const { total, hasNext, hasPrevious } = page;
        return { items, total, hasNext, hasPrevious, positionOf: page.positionOf?.bind(page) };
      }),
    get:
      get &&
      (async (id, context, fields) => {
        if (!isNeeded(fields)) return source.get!(id, context, fields);
        return complete(await source.get!(id, context), context);
      }),
    create: create && (async (item, context) => complete(await source.create!(item, context), context)),
    replace: replace && (async (id, item, context) => complete(await source.replace!(id, item, context), context)),
    patch: patch && (async (id, changes, context) => complete(await source.patch!(id, changes, context), context)),
    delete: source.delete?.bind(source),
    transaction: source.transaction?.bind(source),
  };
}
