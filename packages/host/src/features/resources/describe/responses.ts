import { changesItem } from '../model/operation.ts';
import type { Operation } from '../model/operation.ts';
import { unparsedBody, fileContent } from './file-content.ts';
import { READ_METHODS } from '../../../http/methods.ts';
import { acceptsOmitted } from '../../../http/parse-schema.ts';
import { acceptsKey } from '../operations/idempotency.ts';
import {
  FILE_HEADERS,
  rateLimitHeaders,
  referToHeaders,
  successHeaders,
  supportsMinimalReturn,
} from './response-headers.ts';
import type { Components, Reference } from './components.ts';
import { problemResponse, selectProblems } from './problems.ts';
import { getRequirement } from './security.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Format } from '../model/format.ts';
import { getJsonSchema } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import { canEmbed } from '../model/inclusion.ts';
import { embeddingDialect } from '../model/query-dialect.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';

/** Returns the Responses Object of an operation, by status. */
export function getResponses(operation: Operation, components: Components): Record<string, object> {
  const { kind, method, resource, status, options, output } = operation;
  const { registry } = components;
  const { bulk, allowCreate } = resource.definition;
  const file = declaredFile(operation, registry);
  const names = [...(file === undefined ? [] : FILE_HEADERS), ...successHeaders(operation, registry)];
  const headers = referToHeaders(components, ...names);
  const hasBody = status !== 204 && options.output !== false;
  const content = hasBody ? { content: responseContent(operation, components) } : {};
  const responses: Record<string, object> = {
    [status]: { description: DESCRIPTIONS[kind](resource.type), headers, ...content },
  };
  if (kind === 'replace' && allowCreate === true)
    responses['201'] ??= {
      description: `The ${resource.type} was created.`,
      headers: referToHeaders(components, 'Location', ...successHeaders(operation, registry)),
      ...content,
    };
  // The function of a custom operation may return nothing instead of the item.
  const mayReturnNothing = kind === 'custom' && (output === undefined || acceptsOmitted(output) === true);
  if (status === 200 && (supportsMinimalReturn(operation) || mayReturnNothing))
    responses['204'] ??= { description: 'The operation succeeded.', headers };
  if (bulk?.atomic === false && (kind === 'bulk' || kind === 'create'))
    responses['207'] ??= {
      description: 'The request contained a list. `results` has one result for each item, in the same order.',
      headers,
      content: resultsContent(resource, components),
    };
  if (method === 'GET' && file !== undefined) {
    responses['206'] ??= {
      description: 'The requested parts of the file (Range).',
      headers: referToHeaders(components, ...names, 'Content-Range'),
      content: { ...file, 'multipart/byteranges': {} },
    };
    responses['304'] ??= {
      description: 'The file has not changed (If-None-Match, If-Modified-Since).',
      headers,
    };
  }
  if (kind === 'get' || kind === 'list')
    responses['304'] ??= {
      description: 'The representation has not changed (If-None-Match, If-Modified-Since).',
      headers: referToHeaders(
        components,
        'ETag',
        'Last-Modified',
        'Content-Location',
        ...rateLimitHeaders(operation, registry),
      ),
    };
  Object.assign(responses, getProblems(operation, components, method === 'GET' && file !== undefined));
  for (const { status: declared, title } of options.throws ?? [])
    responses[declared] ??= problemResponse(components, `${title}.`);
  return responses;
}

function getProblems(operation: Operation, components: Components, isFile: boolean): Record<string, Reference> {
  const { kind, method, resource, hasItem, readers, options, collectionPath } = operation;
  const { definition } = resource;
  const { registry } = components;
  const { security } = registry.host;
  const needs = security && getRequirement(operation, security);
  const writes = readers.size > 0;
  const isCustom = kind === 'custom';
  const readsBody = writes || (isCustom && unparsedBody(method, options) !== undefined);
  const statuses = [...readers.values()].flatMap(({ refusesWith = [] }) => refusesWith);
  const changes = changesItem(operation);
  const hasConflicts = writes || kind === 'delete' || (isCustom && !READ_METHODS.has(method));
  return selectProblems(
    {
      RangeNotSatisfiable: isFile,
      BadRequest: true,
      Unauthorized: needs?.mayChallenge === true,
      Forbidden: statuses.includes(403) || (needs?.mayForbid ?? resource.tenant !== undefined),
      NotFound: hasItem || collectionPath.variables.length > 0,
      NotAcceptable: true,
      Conflict: hasConflicts || statuses.includes(409),
      Gone: (options.deprecated ?? definition.deprecated)?.sunset !== undefined,
      PreconditionFailed: !isCustom || changes,
      ContentTooLarge: readsBody,
      UnsupportedMediaType: readsBody,
      // Also a key that was used for another request.
      UnprocessableContent: writes || acceptsKey(operation),
      PreconditionRequired: (changes || kind === 'bulk') && definition.concurrency === 'required',
      TooManyRequests: rateLimitHeaders(operation, registry).length > 0,
      ClientError: true,
      ServerError: true,
    },
    components,
  );
}

// Operations whose responses differ in nothing but their descriptions would not share them.
const DESCRIPTIONS: Readonly<Record<Operation['kind'], (type: string) => string>> = {
  list: (type) => `A page of items of type ${type}.`,
  get: (type) => `The ${type}.`,
  create: (type) => `The ${type} was created.`,
  replace: (type) => `The ${type} was changed.`,
  patch: (type) => `The ${type} was changed.`,
  delete: () => 'The item was deleted.',
  bulk: (type) => `All items of type ${type} in the request were changed.`,
  custom: () => 'The operation succeeded.',
};

type Content = Record<string, unknown>;

/** Returns the content of a successful response, by media type. */
function responseContent(operation: Operation, components: Components): Content {
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
function declaredFile({ output }: Operation, { config }: ResourceRegistry): Content | undefined {
  try {
    return output && fileContent(getJsonSchema(output, 'output', config.jsonSchema));
  } catch {
    return undefined; // The schema library cannot describe the output.
  }
}

/** Returns the content of a 207 response: a result for each item of a bulk request that is not atomic. */
function resultsContent(resource: ResourceModel, components: Components): Content {
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
