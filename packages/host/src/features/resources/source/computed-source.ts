import type { ListRequest, Page } from '../declare/list-request.ts';
import type { Identity, StoreContext } from '../declare/resource-store.ts';
import type { Item } from '../model/reach.ts';
import type { ResourceModel, Source } from '../model/resource-model.ts';
import { addComputedFields, computedByFunctions } from './compute-fields.ts';
import { SourceContext } from './source-context.ts';

/** Returns a source whose items also have the fields that functions of the application compute. */
export function createComputedSource(source: Source, resource: ResourceModel): Source {
  return computedByFunctions(resource).length === 0 ? source : new ComputedSource(source, resource);
}

/**
 * A source whose items are completed after they are read or written. An item has all computed fields, because access rules and entity
 * tags may need them; those of a list have the fields of the response.
 */
class ComputedSource implements Source {
  readonly list: Source['list'];
  readonly get: Source['get'];
  readonly create: Source['create'];
  readonly replace: Source['replace'];
  readonly patch: Source['patch'];
  readonly delete: Source['delete'];
  readonly transaction: Source['transaction'];
  readonly #source: Source;
  readonly #resource: ResourceModel;

  constructor(source: Source, resource: ResourceModel) {
    this.#source = source;
    this.#resource = resource;
    this.list = source.list && ((request, context) => this.#list(request, context));
    this.get = source.get && ((id, context, fields) => this.#get(id, context, fields));
    this.create =
      source.create && (async (item, context) => this.#complete(await source.create!(item, context), context));
    this.replace =
      source.replace &&
      (async (id, item, context) => this.#complete(await source.replace!(id, item, context), context));
    this.patch =
      source.patch &&
      (async (id, changes, context) => this.#complete(await source.patch!(id, changes, context), context));
    this.delete = source.delete?.bind(source);
    this.transaction = source.transaction?.bind(source);
  }

  async #list(request: ListRequest, context: StoreContext): Promise<Page<Item>> {
    const { call } = SourceContext.details(context as SourceContext);
    // Rules that depend on the item may read any of its fields.
    const fields = request.fields ?? (call.readableByItem.length > 0 ? undefined : call.readableFields);
    // The functions may need all stored fields.
    if (!this.#isNeeded(fields)) return this.#source.list!(request, context);
    const page = await this.#source.list!({ ...request, fields: undefined }, context);
    const items = await addComputedFields(page.items, this.#resource, call, fields);
    const { total, hasNext, hasPrevious } = page;
    return { items, total, hasNext, hasPrevious, positionOf: page.positionOf?.bind(page) };
  }

  async #get(id: Identity, context: StoreContext, fields?: readonly string[]): Promise<Item | null> {
    const isNeeded = this.#isNeeded(fields);
    const item = await this.#source.get!(id, context, isNeeded ? undefined : fields);
    return isNeeded ? this.#complete(item, context) : item;
  }

  async #complete<Found extends Item | null>(item: Found, context: StoreContext): Promise<Found> {
    if (item === null || item === undefined) return item;
    const { call } = SourceContext.details(context as SourceContext);
    return (await addComputedFields([item], this.#resource, call))[0] as Found;
  }

  #isNeeded(fields: readonly string[] | undefined): boolean {
    return fields === undefined || computedByFunctions(this.#resource).some(({ name }) => fields.includes(name));
  }
}
