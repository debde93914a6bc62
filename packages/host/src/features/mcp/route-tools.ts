import { acceptsOmitted } from '../../http/parse-schema.ts';
import type { RouteDeclaration } from '../../routes/route.ts';
import { buildRouteTable } from '../../routes/route-table.ts';
import type { StandardSchema } from 'oriel-core/http';
import { getJsonSchema, getProperties } from '../resources/model/json-schema.ts';
import type { JsonSchema, JsonSchemaSupplier } from '../resources/model/json-schema.ts';
import { inlineReferences } from '../resources/model/schema-references.ts';
import { objectSchema } from './operation-tools.ts';
import { getAnnotations, pathVariables, toSnakeCase } from './tool.ts';
import type { Tool, ToolNames } from './tool.ts';

export interface RouteTools {
  readonly descriptions: Readonly<Record<string, string>>;
  readonly readOnly: boolean;
  /** Returns the JSON Schema of a schema whose library has none. */
  readonly jsonSchema: JsonSchemaSupplier | undefined;
}

/** Creates the tools of routes. A route with several methods is called with the first one. */
export function routeTools(
  declared: readonly RouteDeclaration[],
  { descriptions, readOnly, jsonSchema }: RouteTools,
  names: ToolNames,
): Tool[] {
  const selected = declared.filter(({ name }) => Object.hasOwn(descriptions, name));
  const { routes } = buildRouteTable(selected);
  return selected.flatMap((declaration) => {
    const { name, methods, params, query, body, access } = declaration;
    const method = methods[0] ?? 'GET';
    const annotations = getAnnotations(method);
    const route = routes.get(name);
    if (route === undefined || (readOnly && !annotations.readOnlyHint)) return [];
    const { path } = route;
    const describe = (schema: StandardSchema | undefined): JsonSchema | undefined => {
      const described = schema && describeSafely(schema, jsonSchema);
      return described && inlineReferences(described);
    };
    let input: JsonSchema | undefined;
    return [
      {
        name: names.take(toSnakeCase(name)),
        description: descriptions[name]!,
        method,
        path,
        annotations,
        variables: pathVariables(path),
        accept: 'application/json, application/problem+json;q=0.9, */*;q=0.5',
        bodyType: body === undefined ? undefined : 'application/json',
        headers: [],
        describeInput: () =>
          (input ??= inputSchema(
            path,
            describe(params),
            describe(query),
            body && describe(body),
            body !== undefined && acceptsOmitted(body) !== true,
          )),
        route: { name, path, data: { access, body, declaration } },
        owns: (data) => (data as { readonly declaration?: unknown } | undefined)?.declaration === declaration,
      },
    ];
  });
}

function inputSchema(
  path: string,
  params: JsonSchema | undefined,
  query: JsonSchema | undefined,
  body: JsonSchema | undefined,
  isBodyRequired: boolean,
): JsonSchema {
  const described = getProperties(params ?? {});
  const required = Array.isArray(query?.['required']) && query['required'].length > 0;
  return objectSchema([
    ...pathVariables(path).map(({ name, argument }) => [argument, described[name] ?? TEXT, true] as const),
    ...(query === undefined ? [] : [['query', query, required] as const]),
    ...(body === undefined ? [] : [['body', body, isBodyRequired] as const]),
  ]);
}

// A schema without JSON Schema accepts any value here; the route validates it.
function describeSafely(schema: StandardSchema, supplier: JsonSchemaSupplier | undefined): JsonSchema {
  try {
    return getJsonSchema(schema, 'input', supplier);
  } catch {
    return {};
  }
}

const TEXT: JsonSchema = { type: 'string' };
