import { isDeepStrictEqual } from 'node:util';
import { fileContent } from './file-content.ts';
import type { Format } from '../model/format.ts';
import { getJsonSchema } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import { canEmbed } from '../model/inclusion.ts';
import type { Operation } from '../model/operation.ts';
import { embeddingDialect } from '../model/query-dialect.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import type { Components, Reference } from './components.ts';

type Content = Record<string, unknown>;

/** Returns the content of a successful response, by media type. */
export function responseContent(operation: Operation, components: Components): Content {
  const { formats, output } = operation;
  const file = declaredFile(operation, components.registry);
  if (file !== undefined) return file;
  const schema = output && components.describe(output, 'output', `${operation.name}.output`);
  const content: Content = {};
  for (const format of formats) {
    // Data that is not an item is JSON, unless the format writes data.
    const type = schema === undefined || format.writeData ? format.types[0]! : 'application/json';
    const isSequence = schema === undefined && format.describe?.sequence === true && components.version === '3.2';
    content[type] = isSequence
      ? { itemSchema: selectable(operation, components, (item) => item) }
      : { schema: schema ?? itemOrListSchema(format, operation, components) };
  }
  return content;
}

/** Returns the content of the file that an operation declares as its output. */
export function declaredFile({ output }: Operation, { config }: ResourceRegistry): Content | undefined {
  try {
    return output && fileContent(getJsonSchema(output, 'output', config.jsonSchema));
  } catch {
    return undefined; // The schema library cannot describe the output.
  }
}

/** Returns the content of a 207 response: a result for each item of a bulk request that is not atomic. */
export function resultsContent(resource: ResourceModel, components: Components): Content {
  const result: JsonSchema = {
    type: 'object',
    properties: {
      status: {
        type: 'integer',
        description: 'The status of the item, as in a response to a request for this item only.',
      },
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

// A bulk create returns a list.
function itemOrListSchema(format: Format, operation: Operation, components: Components): JsonSchema {
  const { kind, resource } = operation;
  const list = (): JsonSchema => schemaIn(format, 'list', operation, components);
  if (kind === 'list' || kind === 'bulk') return list();
  const item = schemaIn(format, 'item', operation, components);
  return kind === 'create' && resource.definition.bulk ? { anyOf: [item, list()] } : item;
}

function schemaIn(format: Format, shape: 'item' | 'list', operation: Operation, components: Components): JsonSchema {
  const { describe } = format;
  if (describe === undefined) {
    const write = (items: Reference): JsonSchema => (shape === 'list' ? { type: 'array', items } : items);
    const { kind, resource } = operation;
    const isEmbedding = format.dialect === embeddingDialect && canEmbed(kind, resource);
    return selectable(operation, components, write, write, isEmbedding ? components.embedding(resource) : undefined);
  }
  const { [shape]: make } = describe;
  if (make === undefined) return { type: 'string' };
  const { resource } = operation;
  const build = (item: Reference): JsonSchema => make(item, resource, components.resolve(item));
  const name = (item: Reference): Reference =>
    components.named(`${components.nameOf(item)}.${format.name}${shape === 'list' ? '.list' : ''}`, () => build(item));
  return selectable(operation, components, name, build);
}

/** Returns a schema that accepts whole items and items with selected members; only the latter if the operation has a view. */
function selectable(
  { resource, options: { view } }: Pick<Operation, 'resource' | 'options'>,
  components: Components,
  make: (item: Reference) => JsonSchema,
  build = make,
  embedding?: Reference,
): JsonSchema {
  const reference = components.item(resource);
  const partial = embedding ?? components.partial(resource);
  if (partial === undefined || isDeepStrictEqual(build(reference), build(partial))) return make(reference);
  return view === undefined ? { anyOf: [make(reference), make(partial)] } : make(partial);
}
