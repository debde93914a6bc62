import type { Format } from '../formats/format.ts';
import { jsonSchemaOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';
import type { Components } from './components.ts';

type Content = Record<string, unknown>;

/** What an operation answers, in every format. */
export function contentOf(operation: Operation, { config }: ResourceRegistry, components: Components): Content {
  const { formats, custom } = operation;
  const own = custom?.outputSchema && jsonSchemaOf(custom.outputSchema, 'output', config.jsonSchema);
  const content: Content = {};
  for (const format of formats) {
    // What is no item is JSON, unless a format has a way to write it.
    const type = own === undefined || format.writeData ? format.types[0]! : 'application/json';
    const isSequence = own === undefined && format.describe?.sequence === true && components.version === '3.2';
    content[type] = isSequence
      ? { itemSchema: components.item(operation.resource) }
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
      item: components.item(resource),
      problem: { $ref: '#/components/schemas/Problem' },
    },
    required: ['status'],
  };
  const results = { type: 'array', items: result };
  return { 'application/json': { schema: { type: 'object', properties: { results }, required: ['results'] } } };
}

// Whoever may send a list gets one back.
function answerIn(format: Format, { kind, resource }: Operation, components: Components): JsonSchema {
  const list = (): JsonSchema => schemaIn(format, 'list', resource, components);
  if (kind === 'list' || kind === 'bulk') return list();
  const item = schemaIn(format, 'item', resource, components);
  return kind === 'create' && resource.definition.bulk ? { anyOf: [item, list()] } : item;
}

function schemaIn(format: Format, shape: 'item' | 'list', resource: ResourceModel, components: Components): JsonSchema {
  const item = components.item(resource);
  if (format.describe === undefined) return shape === 'list' ? { type: 'array', items: item } : item;
  const { [shape]: make } = format.describe;
  if (make === undefined) return { type: 'string' };
  return components.named(`${components.nameOf(item)}.${format.name}${shape === 'list' ? '.list' : ''}`, () =>
    make(item, resource, components.of(item)),
  );
}
