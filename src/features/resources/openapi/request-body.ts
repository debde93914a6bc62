import { propertiesOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { Components } from './components.ts';

/** Returns the Request Body Object of an operation, with the schema of each accepted media type. */
export function requestBody(operation: Operation, components: Components): object {
  const isQuery = operation.kind === 'list' && operation.method === 'QUERY';
  const content: Record<string, unknown> = {};
  for (const type of operation.readers.keys()) {
    const schema = isQuery ? QUERY : schemaIn(type, operation, components);
    content[type] = schema === undefined ? {} : { schema };
  }
  // QUERY may have its parameters in the URL.
  return { required: !isQuery, content };
}

const QUERY: JsonSchema = { type: 'object', description: 'The query parameters of GET, by name.' };

function schemaIn(type: string, operation: Operation, components: Components): JsonSchema | undefined {
  const { kind, readers, resource } = operation;
  if (kind === 'bulk') return bulkPatchSchema(operation, components);
  if (type === 'application/merge-patch+json') return components.patch(operation);
  const reader = readers.get(type)!;
  const body = components.body(operation);
  const one = reader.describe ? reader.describe(body, operation, components.resolve(body)) : body;
  const { bulk } = resource.definition;
  const acceptsList = kind === 'create' && bulk !== undefined && type.endsWith('json') && reader.patches !== true;
  return acceptsList && one ? { anyOf: [one, { type: 'array', maxItems: bulk.max, items: one }] } : one;
}

// A list of patches, each with the identifier of its item.
function bulkPatchSchema(operation: Operation, components: Components): JsonSchema {
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
