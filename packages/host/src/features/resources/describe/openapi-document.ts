import { acceptsOmitted } from '../../../http/parse-schema.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import { moveCommonParameters, removeUnusedSchemas, shareRepeated } from './compact-document.ts';
import type { Paths } from './compact-document.ts';
import { Components } from './components.ts';
import type { ComponentsObject, OpenApiVersion } from './components.ts';
import { splitWords, getSummary } from './summary.ts';
import type { Operation } from '../model/operation.ts';
import { addRoutePaths, tagsOfRoute } from './route-paths.ts';
import { fileContent, unparsedBody } from './file-content.ts';
import { requiredMembers } from './wire-schema.ts';
import { getResponses } from './responses.ts';
import { getRequirement, getSecurity } from './security.ts';
import { headerParameters, pathParameters } from './parameters.ts';
import { queryParameters } from './query-parameters.ts';
import { jsonPatchReader, mergePatchReader } from '../request/body/merge-patch.ts';
import { getProperties } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';

/** The title, version and server of an API. */
export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  /** The URL of the server. Default `/`: the origin of the document. */
  readonly server?: string | undefined;
}

/** Creates the OpenAPI document of a host: every operation with its parameters, bodies, responses and problems. */
export function openApiDocument(
  registry: ResourceRegistry,
  { title, version, server = '/' }: OpenApiInfo,
  openapi: OpenApiVersion = '3.1',
): Record<string, unknown> {
  const { config, host } = registry;
  const { info: { description, ...more } = {} } = config;
  const components = new Components(registry, openapi);
  const described = describePaths(components);
  moveCommonParameters(described);
  shareRepeated(described, components);
  // Resources share objects, which plugins may change.
  const copy = JSON.parse(JSON.stringify({ paths: described, components: components.toObject() })) as {
    readonly paths: Paths;
    readonly components: ComponentsObject;
  };
  removeUnusedSchemas(copy.paths, copy.components);
  const document: Record<string, unknown> = {
    openapi: openapi === '3.2' ? '3.2.0' : '3.1.1',
    info: { title, version, description: description ?? `The API of ${title}.`, ...more },
    servers: [{ url: server }],
    tags: getTags(registry),
    security: [],
    paths: copy.paths,
    components: { ...copy.components, ...(host.security && { securitySchemes: host.security.schemes }) },
  };
  return host.transform?.(document) ?? document;
}

/** Returns the JSON Schemas of an API by name, without references to each other for the size of a document. */
export function apiSchemas(registry: ResourceRegistry): Record<string, JsonSchema> {
  const components = new Components(registry, '3.1');
  describePaths(components);
  return components.toObject().schemas;
}

/** Returns the Paths Object: every path with its operations. */
function describePaths(components: Components): Paths {
  const paths: Paths = {};
  for (const operation of components.registry.operations) {
    const path = operation.path.replace('.{_format}', '').replace(/\{(\w+)[^}]*\}/g, '{$1}');
    const entry = (paths[path] ??= { parameters: pathParameters(operation) });
    // OpenAPI 3.1 has no field for the method QUERY (RFC 10008).
    const method =
      operation.method === 'QUERY' && components.version === '3.1' ? 'x-query' : operation.method.toLowerCase();
    entry[method] = operationObject(operation, components);
  }
  addRoutePaths(paths, components);
  return paths;
}

function getTags({ resources, host: { routes = [] } }: ResourceRegistry): object[] {
  const tags = new Map<string, string | undefined>();
  for (const { name, description } of resources.values())
    tags.set(name, description ?? `Operations on ${splitWords(name)}.`);
  // A tag may be described by one route only.
  for (const { name, description } of routes.flatMap(tagsOfRoute))
    if (!resources.has(name)) tags.set(name, description ?? tags.get(name));
  return [...tags].map(([name, description = `Routes of ${splitWords(name)}.`]) => ({ name, description }));
}

function operationObject(operation: Operation, components: Components): Record<string, unknown> {
  const { name, resource, options } = operation;
  const { security, lenient } = components.registry.host;
  const summary = options.summary ?? getSummary(operation);
  const body = requestBody(operation, components);
  const deprecated = (options.deprecated ?? resource.definition.deprecated) !== undefined;
  return {
    operationId: name,
    tags: [resource.name],
    summary,
    description: options.description ?? `${summary}.`,
    ...(deprecated ? { deprecated: true } : {}),
    parameters: [...queryParameters(operation, lenient), ...headerParameters(operation)],
    ...(body && { requestBody: body }),
    ...(security ? { security: getSecurity(getRequirement(operation, security)) } : {}),
    responses: getResponses(operation, components),
  };
}

/** Returns the Request Body Object of an operation, with the schema of each accepted media type; undefined if it has no body. */
function requestBody(operation: Operation, components: Components): object | undefined {
  if (operation.readers.size === 0)
    return operation.kind === 'custom' ? unparsedBody(operation.method, operation.options) : undefined;
  const isQuery = operation.kind === 'list' && operation.method === 'QUERY';
  const content: Record<string, unknown> = {};
  const types = needsForm(operation, components) ? FORM_TYPES : operation.readers.keys();
  for (const type of types) {
    const schema = isQuery ? QUERY : getBodySchema(type, operation, components);
    content[type] = schema === undefined ? {} : { schema };
  }
  // QUERY may have its parameters in the URL.
  const { kind, input } = operation;
  return { required: !isQuery && !(kind === 'custom' && input && acceptsOmitted(input) === true), content };
}

// Other media types have no files.
function needsForm(operation: Operation, components: Components): boolean {
  if (FORM_TYPES.some((type) => !operation.readers.has(type))) return false;
  const body = components.resolve(components.body(operation));
  const members = getProperties(body);
  return requiredMembers(body).some((name) => hasFile(members[name]));
}

const FORM_TYPES = ['multipart/form-data'];

function hasFile(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false;
  return fileContent(schema) !== undefined || hasFile(schema['items'] as JsonSchema | undefined);
}

const QUERY: JsonSchema = { type: 'object', description: 'The query parameters of GET, by name.' };

/** Returns the schema of the request body of an operation in one media type; undefined if it has none. */
export function getBodySchema(type: string, operation: Operation, components: Components): JsonSchema | undefined {
  const { kind, readers, resource } = operation;
  if (kind === 'bulk') return bulkPatchSchema(operation, components);
  const reader = readers.get(type)!;
  if (reader === mergePatchReader) return components.patch(operation);
  const body = components.body(operation);
  if (reader === jsonPatchReader) return components.named('JsonPatch', () => reader.describe!(body, operation, {})!);
  const described: JsonSchema | undefined = reader.describe
    ? reader.describe(body, operation, components.resolve(body))
    : body;
  // A text, such as CSV, needs no name.
  const one =
    described?.['type'] === 'object'
      ? components.named(`${components.nameOf(body)}.${reader.name}`, () => described)
      : described;
  const { bulk } = resource.definition;
  const acceptsList = kind === 'create' && bulk !== undefined && type.endsWith('json') && reader.patches !== true;
  return acceptsList && one ? { anyOf: [one, { type: 'array', maxItems: bulk.max, items: one }] } : one;
}

// A list of patches, each with the identifier of its item.
function bulkPatchSchema(operation: Operation, components: Components): JsonSchema {
  const { resource } = operation;
  const change = components.resolve(components.patch(operation));
  const { keys } = resource.identifier;
  const item = getProperties(components.resolve(components.item(resource)));
  const named = Object.fromEntries(keys.map((key) => [key, item[key]]));
  return {
    type: 'array',
    maxItems: resource.definition.bulk!.max,
    items: { ...change, properties: { ...getProperties(change), ...named }, required: keys },
  };
}
