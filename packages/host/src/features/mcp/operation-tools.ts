import { acceptsOmitted } from '../../http/parse-schema.ts';
import type { ResourceRegistry } from '../resources/build/resource-registry.ts';
import type { ToolSelection } from '../resources/declare/tool-selection.ts';
import type { Format } from '../resources/model/format.ts';
import { getProperties } from '../resources/model/json-schema.ts';
import type { JsonSchema } from '../resources/model/json-schema.ts';
import { getOperation } from '../resources/model/operation.ts';
import type { Operation } from '../resources/model/operation.ts';
import { Components } from '../resources/describe/components.ts';
import { getBodySchema } from '../resources/describe/openapi-document.ts';
import { headerParameters, pathParameters } from '../resources/describe/parameters.ts';
import { dialectParameters } from '../resources/describe/query-parameters.ts';
import { getSummary } from '../resources/describe/summary.ts';
import { plainDialect } from '../resources/model/query-dialect.ts';
import { inlineReferences } from '../resources/model/schema-references.ts';
import { getAnnotations, pathVariables, operationToolName } from './tool.ts';
import type { Tool, ToolNames } from './tool.ts';

export interface ResourceTools {
  readonly readOnly: boolean;
  /** Returns whether the operations of a resource are tools, and which. */
  readonly selectionOf: (resource: string) => boolean | ToolSelection;
}

/** Creates the tools of the operations of a host. Operations whose body is not JSON are left out. */
export function operationTools(
  registry: ResourceRegistry,
  { readOnly, selectionOf }: ResourceTools,
  names: ToolNames,
): Tool[] {
  // One for all tools, so that each schema is described once.
  const components = new Components(registry, '3.1');
  return registry.operations.flatMap((operation) => {
    const selection = selectionOf(operation.resource.name);
    if (selection === false || !isSelected(operation, selection === true ? {} : selection, readOnly)) return [];
    const bodyType = jsonBodyType(operation);
    const { uploads = false } = operation.options;
    if (bodyType === undefined && (operation.readers.size > 0 || uploads !== false)) return [];
    return [operationTool(operation, bodyType, components, registry, names)];
  });
}

function isSelected(operation: Operation, selection: ToolSelection, readOnlyHost: boolean): boolean {
  // QUERY lists what GET lists.
  if (operation.kind === 'list' && operation.method === 'QUERY') return false;
  const { operations, readOnly = readOnlyHost } = selection;
  if ((readOnly || readOnlyHost) && !getAnnotations(operation.method).readOnlyHint) return false;
  return operations === undefined || operations.includes(shortName(operation));
}

/** Returns the name of an operation without that of its resource: `list`, `publish`. */
export function shortName({ baseName, resource }: Operation): string {
  return baseName.slice(resource.name.length + 1);
}

function operationTool(
  operation: Operation,
  bodyType: string | undefined,
  components: Components,
  registry: ResourceRegistry,
  names: ToolNames,
): Tool {
  const { name, method, kind, options, resource } = operation;
  const path = operation.path.replace('.{_format}', '');
  const format = resultFormat(operation);
  const summary = options.summary ?? getSummary(operation);
  const about = [options.description ?? `${summary}.`, resource.description ?? ''].filter(Boolean).join(' ');
  let input: JsonSchema | undefined;
  return {
    name: names.take(operationToolName(operation)),
    description: about,
    method,
    path,
    bodyType,
    variables: pathVariables(path),
    accept: `${format.types[0]}, application/problem+json;q=0.9`,
    headers: headerNames(operation),
    annotations: getAnnotations(method, kind === 'create'),
    describeInput: () => (input ??= inputSchema(operation, format, bodyType, components, registry)),
    route: { name, path: operation.path, data: { operation } },
    owns: (data) => getOperation(data) === operation,
  };
}

function inputSchema(
  operation: Operation,
  format: Format,
  bodyType: string | undefined,
  components: Components,
  registry: ResourceRegistry,
): JsonSchema {
  const { lenient } = registry.host;
  const path = operation.path.replace('.{_format}', '');
  const described = new Map(pathParameters(operation).map((pathParameter) => [pathParameter.name, pathParameter]));
  const variables = pathVariables(path);
  const query = dialectParameters(operation, format.dialect ?? plainDialect).filter(({ name }) => !REPEATED.has(name));
  const headers = headerParameters(operation).filter(({ name }) => name !== 'Prefer');
  const body = bodyType === undefined ? undefined : (getBodySchema(bodyType, operation, components) ?? {});
  const isBodyRequired = !(operation.kind === 'custom' && operation.input && acceptsOmitted(operation.input) === true);
  const find = (reference: string): JsonSchema => components.resolve({ $ref: reference });
  const groups: readonly (readonly [name: string, schema: JsonSchema, required: boolean])[] = [
    ...variables.map(({ name, argument }) => {
      const { schema = {}, description } = described.get(name) ?? {};
      return [argument, { ...schema, description }, true] as const;
    }),
    ...(query.length > 0 ? [group('query', query, lenient === true)] : []),
    ...(headers.length > 0 ? [group('headers', headers, false)] : []),
    ...(body === undefined ? [] : [['body', withoutReadOnly(inlineReferences(body, find)), isBodyRequired] as const]),
  ];
  return objectSchema(groups);
}

// Other spellings of parameters that a tool has anyway.
const REPEATED: ReadonlySet<string> = new Set(['properties[]', 'partial', 'pagination']);

interface Described {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly required?: boolean;
}

function group(name: string, parameters: readonly Described[], open: boolean): readonly [string, JsonSchema, boolean] {
  const members = parameters.map(
    (parameter) =>
      [
        parameter.name,
        { ...parameter.schema, description: parameter.description },
        parameter.required === true,
      ] as const,
  );
  const schema = objectSchema(members);
  return [name, open ? { ...schema, additionalProperties: true } : schema, members.some(([, , required]) => required)];
}

/** Returns the schema of an object that has no other members. */
export function objectSchema(
  members: readonly (readonly [name: string, schema: JsonSchema, required: boolean])[],
): JsonSchema {
  const required = members.filter(([, , isRequired]) => isRequired).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

// Members that may only be repeated unchanged are of no use to an assistant.
function withoutReadOnly(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(getProperties(schema));
  if (!properties.some(([, { readOnly }]) => readOnly === true)) return schema;
  return { ...schema, properties: Object.fromEntries(properties.filter(([, { readOnly }]) => readOnly !== true)) };
}

function headerNames(operation: Operation): string[] {
  return headerParameters(operation)
    .map(({ name }) => name)
    .filter((name) => name !== 'Prefer');
}

function resultFormat({ formats }: Operation): Format {
  return formats.find(({ name }) => name === 'json') ?? formats.find(({ types }) => isJson(types[0]!)) ?? formats[0]!;
}

function jsonBodyType({ readers }: Operation): string | undefined {
  const types = [...readers.keys()];
  return PREFERRED.find((type) => types.includes(type)) ?? types.find(isJson);
}

const PREFERRED = ['application/json', 'application/merge-patch+json'];

function isJson(type: string): boolean {
  return /[/+]json$/.test(type);
}
