import type { HttpContext } from '../../../core/http/context.ts';
import type { Format } from '../formats/format.ts';
import type { ItemChange } from './item-change.ts';
import { OperationRun } from '../running/operation-run.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { sendsIriOnly } from './update-topics.ts';
import { toWire } from '../responses/wire-item.ts';

/** Writes what is told of changes: always the same for all readers, so only what everybody among them may see. */
export class UpdateWriter {
  readonly #operation: Operation;
  readonly #shown: readonly string[];
  readonly #byAddress: boolean;
  readonly #format: Format;
  /** The media type of all that is told; undefined where some of it has another, as what is told of the deleted is JSON. */
  readonly type: string | undefined;

  constructor(resource: ResourceModel) {
    this.#byAddress = sendsIriOnly(resource);
    const { operations, publicFields, views } = resource;
    this.#operation = operations.find(({ kind }) => kind === 'get') ?? operations[0]!;
    const view = views.get(this.#operation.options.view ?? '');
    const { formats } = this.#operation;
    const named = (name: string) => formats.find((each) => each.name === name);
    const plain = named('jsonld') ?? named('json');
    this.#format = plain ?? formats[0]!;
    this.type = plain?.types[0] ?? (this.#byAddress ? 'application/json' : undefined);
    this.#shown = view === undefined ? publicFields : publicFields.filter((name) => view.includes(name));
  }

  /** JSON-LD where that is served, else JSON, else the first format of the resource; of a deleted item its address alone, and so where that is all to be told. */
  text({ kind, item, run }: ItemChange): string {
    const { resource } = this.#operation;
    if (kind === 'deleted' || this.#byAddress) return JSON.stringify({ '@id': resource.iri(item, run.uri) });
    const told = new UpdateRun(this.#operation, run.context, run.uri, this.#shown);
    const written = this.#format.writeItem(item, told);
    return typeof written === 'string' ? written : JSON.stringify(toWire(item, told));
  }
}

/** A run that shows what it is told to, whoever asked. */
class UpdateRun extends OperationRun {
  readonly #shown: readonly string[];

  constructor(operation: Operation, context: HttpContext, uri: OperationRun['uri'], shown: readonly string[]) {
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
