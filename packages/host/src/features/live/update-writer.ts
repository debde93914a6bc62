import type { HttpContext } from 'oriel-core/http';
import type { Format } from '../resources/model/format.ts';
import type { ItemChange, ResourceModel } from '../resources/model/resource-model.ts';
import { OperationCall } from '../resources/model/operation-call.ts';
import type { Operation } from '../resources/model/operation.ts';
import { sendsIriOnly } from './update-topics.ts';
import { toWire } from '../resources/model/wire-item.ts';

/** Writes the data of updates. All subscribers receive the same data, so it contains public fields only. */
export class UpdateWriter {
  readonly #operation: Operation;
  readonly #shown: readonly string[];
  readonly #iriOnly: boolean;
  readonly #format: Format;
  /** The media type of all updates; undefined if it differs, because updates about deleted items are JSON. */
  readonly type: string | undefined;

  constructor(resource: ResourceModel) {
    this.#iriOnly = sendsIriOnly(resource);
    const { operations, publicFields, views } = resource;
    this.#operation = operations.find(({ kind }) => kind === 'get') ?? operations[0]!;
    const view = views.get(this.#operation.options.view ?? '');
    const { formats } = this.#operation;
    const named = (name: string) => formats.find((format) => format.name === name);
    const plain = named('jsonld') ?? named('json');
    this.#format = plain ?? formats[0]!;
    this.type = plain?.types[0] ?? (this.#iriOnly ? 'application/json' : undefined);
    this.#shown = view === undefined ? publicFields : publicFields.filter((name) => view.includes(name));
  }

  /**
   * Returns the data of an update: JSON-LD if the resource has it, otherwise JSON or its first format. Deleted items, and
   * resources with `payload: 'iri'`, have the IRI only.
   */
  text({ kind, item, call }: ItemChange): string {
    const { resource } = this.#operation;
    if (kind === 'deleted' || this.#iriOnly) return JSON.stringify({ '@id': resource.iri(item, call.uri) });
    const update = new UpdateCall(this.#operation, call.context, call.uri, this.#shown);
    const written = this.#format.writeItem(item, update);
    return typeof written === 'string' ? written : JSON.stringify(toWire(item, update));
  }
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
