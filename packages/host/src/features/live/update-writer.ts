import type { HttpContext } from 'oriel-core/http';
import type { ItemChange, ResourceModel } from '../resources/model/resource-model.ts';
import { OperationCall } from '../resources/model/operation-call.ts';
import type { Operation } from '../resources/model/operation.ts';
import { sendsIriOnly } from './update-topics.ts';
import { toWire } from '../resources/model/wire-item.ts';

/** Writes the data of updates. All subscribers receive the same data, so it contains public fields only. */
export interface UpdateWriter {
  /** The media type of all updates; undefined if it differs, because updates about deleted items are JSON. */
  readonly type: string | undefined;
  /**
   * Returns the data of an update: JSON-LD if the resource has it, otherwise JSON or its first format. Deleted items, and
   * resources with `payload: 'iri'`, have the IRI only.
   */
  readonly text: (change: ItemChange) => string;
}

/** Creates the writer of the updates of a resource. */
export function createUpdateWriter(resource: ResourceModel): UpdateWriter {
  const iriOnly = sendsIriOnly(resource);
  const { operations, publicFields, views } = resource;
  const operation = operations.find(({ kind }) => kind === 'get') ?? operations[0]!;
  const view = views.get(operation.options.view ?? '');
  const { formats } = operation;
  const plain = formats.find(({ name }) => name === 'jsonld') ?? formats.find(({ name }) => name === 'json');
  const format = plain ?? formats[0]!;
  const shown = view === undefined ? publicFields : publicFields.filter((name) => view.includes(name));
  return {
    type: plain?.types[0] ?? (iriOnly ? 'application/json' : undefined),
    text({ kind, item, call }) {
      if (kind === 'deleted' || iriOnly) return JSON.stringify({ '@id': resource.iri(item, call.uri) });
      const update = new UpdateCall(operation, call.context, call.uri, shown);
      const written = format.writeItem(item, update);
      return typeof written === 'string' ? written : JSON.stringify(toWire(item, update));
    },
  };
}

/** A call with given fields, independent of the user of the request. */
class UpdateCall extends OperationCall {
  readonly #shown: readonly string[];

  constructor(operation: Operation, context: HttpContext, uri: OperationCall['uri'], shown: readonly string[]) {
    super(operation, context, uri);
    this.#shown = shown;
  }

  override get readableFields(): readonly string[] {
    return this.#shown;
  }

  override get shownFields(): readonly string[] {
    return this.#shown;
  }
}
