import { propertiesOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { Components } from './components.ts';

/** What may be sent to an operation, in every media type that is read. */
export function requestBody(operation: Operation, components: Components): object {
  const isQuery = operation.kind === 'list' && operation.method === 'QUERY';
  const content: Record<string, unknown> = {};
  for (const type of operation.readers.keys()) {
    const schema = isQuery ? QUERY : schemaIn(type, operation, components);
    content[type] = schema === undefined ? {} : { schema };
  }
  // What QUERY asks for may stand in its URL.
  return { required: !isQuery, content };
}

const QUERY: JsonSchema = { type: 'object', description: 'The parameters of GET by their names.' };

function schemaIn(type: string, operation: Operation, components: Components): JsonSchema | undefined {
  const { kind, readers, resource } = operation;
  if (kind === 'bulk') return changes(operation, components);
  if (type === 'application/merge-patch+json') return components.patch(operation);
  const reader = readers.get(type)!;
  const body = components.body(operation);
  const one = reader.describe ? reader.describe(body, operation, components.resolve(body)) : body;
  const { bulk } = resource.definition;
  const takesMany = kind === 'create' && bulk !== undefined && type.endsWith('json') && reader.patches !== true;
  return takesMany && one ? { anyOf: [one, { type: 'array', maxItems: bulk.max, items: one }] } : one;
}

// A list of changes, each with the identifier of its item.
function changes(operation: Operation, components: Components): JsonSchema {
  const { resource } = operation;
  const change = components.patch(operation);
  const { keys } = resource.identifier;
  const item = propertiesOf(components.resolve(components.item(resource)));
  const named = Object.fromEntries(keys.map((key) => [key, item[key]]));
  return {
    type: 'array',
    maxItems: resource.definition.bulk!.max,
    items: { ...change, properties: { ...propertiesOf(change), ...named }, required: keys },
  };
}
