import { isDeepStrictEqual } from 'node:util';
import type { Format } from '../formats/format.ts';
import { jsonSchemaOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';
import type { Components, Reference } from './components.ts';

type Content = Record<string, unknown>;

/** What an operation answers, in every format. */
export function responseContent(operation: Operation, { config }: ResourceRegistry, components: Components): Content {
  const { formats, custom } = operation;
  const own = custom?.outputSchema && jsonSchemaOf(custom.outputSchema, 'output', config.jsonSchema);
  const content: Content = {};
  for (const format of formats) {
    // What is no item is JSON, unless a format has a way to write it.
    const type = own === undefined || format.writeData ? format.types[0]! : 'application/json';
    const isSequence = own === undefined && format.describe?.sequence === true && components.version === '3.2';
    content[type] = isSequence
      ? { itemSchema: selectable(operation, components, (item) => item) }
      : { schema: own ?? answerIn(format, operation, components) };
  }
  return content;
}

/** What became of each item of a list that was sent, when they are done one by one. */
export function resultsContent(resource: ResourceModel, components: Components): Content {
  const result: JsonSchema = {
    type: 'object',
    properties: {
      status: { type: 'integer', description: 'As if it had been sent alone.' },
      location: { type: 'string', format: 'iri-reference' },
      etag: { type: 'string' },
      item: selectable({ resource, options: {} }, components, (item) => item),
      problem: { $ref: '#/components/schemas/Problem' },
    },
    required: ['status'],
  };
  const results = { type: 'array', items: result };
  return { 'application/json': { schema: { type: 'object', properties: { results }, required: ['results'] } } };
}

// Whoever may send a list gets one back.
function answerIn(format: Format, operation: Operation, components: Components): JsonSchema {
  const { kind, resource } = operation;
  const list = (): JsonSchema => schemaIn(format, 'list', operation, components);
  if (kind === 'list' || kind === 'bulk') return list();
  const item = schemaIn(format, 'item', operation, components);
  return kind === 'create' && resource.definition.bulk ? { anyOf: [item, list()] } : item;
}

function schemaIn(format: Format, shape: 'item' | 'list', operation: Operation, components: Components): JsonSchema {
  const { describe } = format;
  if (describe === undefined)
    return selectable(operation, components, (items) => (shape === 'list' ? { type: 'array', items } : items));
  const { [shape]: make } = describe;
  if (make === undefined) return { type: 'string' };
  const { resource } = operation;
  const build = (item: Reference): JsonSchema => make(item, resource, components.resolve(item));
  const name = (item: Reference): Reference =>
    components.named(`${components.nameOf(item)}.${format.name}${shape === 'list' ? '.list' : ''}`, () => build(item));
  return selectable(operation, components, name, build);
}

/**
 * The schema of whole items or of those members that the query selects; only the latter where the operation has a view.
 * @param build the schema behind a reference that `make` returns
 */
function selectable(
  { resource, options: { view } }: Pick<Operation, 'resource' | 'options'>,
  components: Components,
  make: (item: Reference) => JsonSchema,
  build = make,
): JsonSchema {
  const whole = components.item(resource);
  const sparse = components.partial(resource);
  if (sparse === undefined || isDeepStrictEqual(build(whole), build(sparse))) return make(whole);
  return view === undefined ? { anyOf: [make(whole), make(sparse)] } : make(sparse);
}
