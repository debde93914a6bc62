import { acceptsOmitted } from '../../../http/parse-schema.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import { Components } from './components.ts';
import type { ComponentsObject } from './components.ts';
import { splitWords, summaryOf } from './summary.ts';
import type { OpenApiVersion } from './components.ts';
import type { Operation } from '../model/operation.ts';
import { addRoutePaths, tagsOfRoute } from './route-paths.ts';
import { moveCommonParameters } from './move-common-parameters.ts';
import { removeUnusedSchemas } from './remove-unused-schemas.ts';
import { unparsedBody } from './file-content.ts';
import { shareRepeated } from './share-repeated.ts';
import { shareSchemas } from './share-schemas.ts';
import { responsesOf } from './responses.ts';
import { requirementOf, securityOf } from './security.ts';
import { headerParameters, pathParameters } from './parameters.ts';
import { queryParameters } from './query-parameters.ts';
import { jsonPatchReader } from '../request/body/patch-readers.ts';
import { propertiesOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';

/** The title, version and server of an API. */
export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  /** The URL of the server. Default `/`: the origin of the document. */
  readonly server?: string | undefined;
}

/**
 * Creates the OpenAPI document of the resources of a host: every operation with its parameters, bodies, responses and
 * problems.
 *
 * @param openapi `3.1` (default) for OpenAPI 3.1.1, `3.2` for 3.2.0
 */
export function openApiDocument(
  registry: ResourceRegistry,
  { title, version, server = '/' }: OpenApiInfo,
  openapi: OpenApiVersion = '3.1',
): Record<string, unknown> {
  const { info: { description, ...more } = {} } = registry.config;
  const { paths, components } = compact(describe(registry, openapi));
  const document: Record<string, unknown> = {
    openapi: openapi === '3.2' ? '3.2.0' : '3.1.1',
    info: { title, version, description: description ?? `The API of ${title}.`, ...more },
    servers: [{ url: server }],
    tags: tagsOf(registry),
    security: [],
    paths,
    components: {
      ...components,
      ...(registry.host.security ? { securitySchemes: registry.host.security.schemes } : {}),
    },
  };
  return registry.host.transform?.(document) ?? document;
}

/** Returns the JSON Schemas of an API by name, without references to each other for the size of a document. */
export function apiSchemas(registry: ResourceRegistry): Record<string, JsonSchema> {
  return describe(registry, '3.1').components.toObject().schemas;
}

function describe(registry: ResourceRegistry, version: OpenApiVersion): { paths: Paths; components: Components } {
  const components = new Components(registry, version);
  const paths = pathsOf(registry, components);
  addRoutePaths(paths, registry, components);
  return { paths, components };
}

type Paths = Record<string, Record<string, unknown>>;

// Moves what repeats to the components.
function compact({ paths, components }: ReturnType<typeof describe>): { paths: Paths; components: ComponentsObject } {
  moveCommonParameters(paths);
  shareRepeated(paths, components);
  // Resources share objects, which the next steps would change.
  const copy = JSON.parse(JSON.stringify({ paths, components: components.toObject() })) as {
    paths: Paths;
    components: ComponentsObject;
  };
  shareSchemas(copy.paths, copy.components);
  removeUnusedSchemas(copy.paths, copy.components);
  return copy;
}

function tagsOf({ resources, host: { routes = [] } }: ResourceRegistry): object[] {
  const tags = [...resources.values()].map(({ name, description }) => ({
    name,
    description: description ?? `Operations on ${splitWords(name)}.`,
  }));
  const more = new Map<string, string>();
  // A tag may be described by one route only.
  for (const { name, description } of routes.flatMap(tagsOfRoute))
    if (description !== undefined || !more.has(name)) more.set(name, description ?? '');
  const others = [...more].filter(([name]) => !resources.has(name));
  return [
    ...tags,
    ...others.map(([name, text]) => ({ name, description: text === '' ? `Routes of ${splitWords(name)}.` : text })),
  ];
}

/** Returns the Paths Object: every path with its operations. */
function pathsOf(registry: ResourceRegistry, components: Components): Paths {
  const paths: Paths = {};
  for (const operation of registry.operations) {
    const path = operation.path.replace('.{_format}', '').replace(/\{(\w+)[^}]*\}/g, '{$1}');
    const entry = (paths[path] ??= { parameters: pathParameters(operation) });
    // OpenAPI 3.1 has no field for the method QUERY (RFC 10008).
    const method =
      operation.method === 'QUERY' && components.version === '3.1' ? 'x-query' : operation.method.toLowerCase();
    entry[method] = operationObject(operation, registry, components);
  }
  return paths;
}

function operationObject(
  operation: Operation,
  registry: ResourceRegistry,
  components: Components,
): Record<string, unknown> {
  const { name, resource, options } = operation;
  const summary = options.summary ?? summaryOf(operation);
  const { security } = registry.host;
  const body = requestBody(operation, components);
  const deprecated = (options.deprecated ?? resource.definition.deprecated) !== undefined;
  return {
    operationId: name,
    tags: [resource.name],
    summary,
    description: options.description ?? `${summary}.`,
    ...(deprecated ? { deprecated: true } : {}),
    parameters: [...queryParameters(operation, registry.host.lenient), ...headerParameters(operation)],
    ...(body && { requestBody: body }),
    ...(security ? { security: securityOf(requirementOf(operation, security)) } : {}),
    responses: responsesOf(operation, registry, components),
  };
}

/** Returns the Request Body Object of an operation, with the schema of each accepted media type; undefined if it has no body. */
function requestBody(operation: Operation, components: Components): object | undefined {
  if (operation.readers.size === 0)
    return operation.kind === 'custom' ? unparsedBody(operation.method, operation.options) : undefined;
  const isQuery = operation.kind === 'list' && operation.method === 'QUERY';
  const content: Record<string, unknown> = {};
  for (const type of operation.readers.keys()) {
    const schema = isQuery ? QUERY : bodySchemaOf(type, operation, components);
    content[type] = schema === undefined ? {} : { schema };
  }
  // QUERY may have its parameters in the URL.
  const { kind, input } = operation;
  return { required: !isQuery && !(kind === 'custom' && input && acceptsOmitted(input) === true), content };
}

const QUERY: JsonSchema = { type: 'object', description: 'The query parameters of GET, by name.' };

/** Returns the schema of the request body of an operation in one media type; undefined if it has none. */
export function bodySchemaOf(type: string, operation: Operation, components: Components): JsonSchema | undefined {
  const { kind, readers, resource } = operation;
  if (kind === 'bulk') return bulkPatchSchema(operation, components);
  if (type === 'application/merge-patch+json') return components.patch(operation);
  const reader = readers.get(type)!;
  const body = components.body(operation);
  if (reader === jsonPatchReader) return components.named('JsonPatch', () => reader.describe!(body, operation, {})!);
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
