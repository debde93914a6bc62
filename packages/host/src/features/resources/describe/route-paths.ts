import { STATUS_CODES } from 'node:http';
import { listRuleParts } from '../../../http/access-rule.ts';
import { acceptsOmitted } from '../../../http/parse-schema.ts';
import type { StandardSchema } from 'oriel-core/http';
import { PAYLOAD_TYPES } from '../../../listeners/payload-listener.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import { inlineReferences } from '../model/inline-references.ts';
import { jsonSchemaOf, propertiesOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Components } from './components.ts';
import type { DescribedRoute } from '../model/host-description.ts';
import { fileContent, unparsedBody } from './file-content.ts';
import type { Parameter } from './parameters.ts';
import { PROBLEMS } from './problems.ts';
import type { ProblemName } from './problems.ts';
import { requirementOf, securityOf } from './security.ts';
import { splitWords } from './summary.ts';
import { requiredMembers } from './wire-schema.ts';

type Paths = Record<string, Record<string, unknown>>;

/** Adds the routes of the application to the Paths Object. An operation that is already there is kept. */
export function addRoutePaths(paths: Paths, registry: ResourceRegistry, components: Components): void {
  const templates = new Map(Object.keys(paths).map((path) => [shapeOf(path), path]));
  for (const route of registry.host.routes ?? [])
    for (const [index, path] of [route.path, ...route.shorterPaths].entries()) {
      // Paths that differ only in the names of their variables are one path.
      const template = templates.get(shapeOf(path)) ?? path;
      templates.set(shapeOf(path), template);
      const entry = (paths[template] ??= { parameters: pathParameters(route, path, template, registry) });
      for (const method of route.methods) {
        const id = operationIdOf(route, method, index, registry);
        entry[method.toLowerCase()] ??= operationObject(route, method, id, registry, components);
      }
    }
}

/**
 * Returns the identifier of an operation: the name of its route, with the method and path if the route has several. It is not the
 * name of another route or of an operation of a resource.
 */
export function operationIdOf(
  { declaration, methods }: DescribedRoute,
  method: string,
  pathIndex: number,
  { operations, host }: ResourceRegistry,
): string {
  const ownMethod = methods.length > 1 ? [method.toLowerCase()] : [];
  const id = [declaration.name, ...ownMethod, ...(pathIndex > 0 ? [pathIndex + 1] : [])].join('.');
  if (id === declaration.name) return id;
  const isTaken =
    operations.some(({ name }) => name === id) || host.routes?.some((route) => route.declaration.name === id) === true;
  return isTaken ? `${id}.route` : id;
}

function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

function operationObject(
  route: DescribedRoute,
  method: string,
  operationId: string,
  registry: ResourceRegistry,
  components: Components,
): Record<string, unknown> {
  const { declaration, entry } = route;
  const { name, options } = declaration;
  const summary = options.summary ?? entry?.summary ?? capitalized(splitWords(name));
  const body = requestBody(route, method, components);
  const { security } = registry.host;
  return {
    operationId,
    tags: [...new Set(tagsOfRoute(route).map(({ name: tag }) => tag))],
    summary,
    description: options.description ?? `${summary}.`,
    parameters: queryParameters(route, registry),
    ...(body && { requestBody: body }),
    ...(security && entry === undefined && { security: securityOf(requirement(route, method, security)) }),
    responses: responsesOf(route, method, registry, components),
  };
}

/** The tags of routes, and of logins and logouts. */
export const ROUTES_TAG = { name: 'routes', description: 'Routes of the application.' } as const;
export const LOGIN_TAG = { name: 'login', description: 'Login and logout.' } as const;

/** Returns the tags of a route: its own, or that of routes or logins without tags. */
export function tagsOfRoute({ declaration, entry }: DescribedRoute): readonly Tag[] {
  if (entry !== undefined) return [LOGIN_TAG];
  const { tags = [] } = declaration.options;
  return tags.length === 0 ? [ROUTES_TAG] : tags.map((tag) => (typeof tag === 'string' ? { name: tag } : tag));
}

interface Tag {
  readonly name: string;
  readonly description?: string;
}

type Security = NonNullable<ResourceRegistry['host']['security']>;

function requirement({ declaration, path }: DescribedRoute, method: string, security: Security) {
  const rule = declaration.access === undefined ? undefined : listRuleParts(declaration.access);
  return requirementOf({ path, method, access: rule && { rule, hiding: [] } }, security);
}

function pathParameters(
  route: DescribedRoute,
  path: string,
  template: string,
  registry: ResourceRegistry,
): Parameter[] {
  const { declaration, requirements } = route;
  const members = propertiesOf(schemaOf(declaration.params, registry) ?? {});
  const names = variablesOf(path);
  return variablesOf(template).map((shown, index): Parameter => {
    const name = names[index]!;
    const { description = `The ${splitWords(name)}.`, ...schema } = members[name] ?? patternSchema(requirements[name]);
    return { name: shown, in: 'path', description: String(description), required: true, schema };
  });
}

function variablesOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

// Requirements match the whole value. Some have syntax that JSON Schema does not have.
function patternSchema(requirement: string | undefined): JsonSchema {
  if (requirement === undefined) return { type: 'string' };
  try {
    const { source } = new RegExp(`^(?:${requirement})$`, 'u');
    return { type: 'string', pattern: source };
  } catch {
    return { type: 'string' };
  }
}

function queryParameters({ declaration }: DescribedRoute, registry: ResourceRegistry): Parameter[] {
  const schema = schemaOf(declaration.query, registry) ?? {};
  const required = requiredMembers(schema);
  return Object.entries(propertiesOf(schema)).map(
    ([name, { description = `The ${splitWords(name)}.`, ...member }]) => ({
      name,
      in: 'query',
      description: String(description),
      schema: member,
      ...(required.includes(name) ? { required: true } : {}),
    }),
  );
}

function requestBody(
  { declaration, entry }: DescribedRoute,
  method: string,
  components: Components,
): object | undefined {
  if (entry?.body) return { required: true, content: { 'application/json': { schema: entry.body } } };
  if (declaration.body === undefined) return unparsedBody(method, declaration.options);
  const schema = components.describe(declaration.body, 'input', `${declaration.name}.body`);
  const required = acceptsOmitted(declaration.body) !== true;
  return { required, content: Object.fromEntries(PAYLOAD_TYPES.map((type) => [type, { schema }])) };
}

function responsesOf(
  route: DescribedRoute,
  method: string,
  registry: ResourceRegistry,
  components: Components,
): Record<string, unknown> {
  const { declaration, entry } = route;
  const responses: Record<string, unknown> = {};
  const declared = entry
    ? Object.entries(entry.replies)
    : Object.entries(declaration.replies ?? {}).map(
        ([status, reply]) =>
          [status, reply && replySchema(reply, `${declaration.name}.${status}`, components)] as const,
      );
  for (const [status, schema] of declared)
    responses[status] = {
      description: `${STATUS_CODES[status] ?? 'The response of the route'}.`,
      ...(schema && { content: fileContent(schema) ?? { 'application/json': { schema } } }),
    };
  if (declared.length === 0) {
    responses['2XX'] = { description: 'The operation succeeded.' };
    responses['3XX'] = { description: 'A redirect, or a representation that has not changed.' };
  }
  for (const name of problemsOf(route, method, registry)) responses[PROBLEMS[name].status] ??= components.problem(name);
  return responses;
}

// Undefined for a reply without a body, such as `z.undefined()`, which JSON Schema does not have.
function replySchema(reply: StandardSchema, name: string, components: Components): JsonSchema | undefined {
  const schema = components.describe(reply, 'input', name);
  const acceptsOthers = Object.keys(schema).length > 0 || reply['~standard'].jsonSchema === undefined;
  return acceptsOthers || acceptsOmitted(reply) !== true || isDescribed(reply) ? schema : undefined;
}

function isDescribed(schema: StandardSchema): boolean {
  try {
    jsonSchemaOf(schema, 'input', undefined, { isStrict: true });
    return true;
  } catch {
    return false;
  }
}

function problemsOf(route: DescribedRoute, method: string, { host }: ResourceRegistry): ProblemName[] {
  const { declaration, entry } = route;
  const { name, options, body, query } = declaration;
  const needs = host.security && entry === undefined ? requirement(route, method, host.security) : undefined;
  const hasBody = body !== undefined || entry?.body !== undefined || unparsedBody(method, options) !== undefined;
  const names: [ProblemName, boolean][] = [
    ['BadRequest', hasBody || query !== undefined],
    [
      'Unauthorized',
      entry?.body !== undefined ||
        (needs !== undefined && (needs.rejectsInvalidCredentials || needs.credentials !== 'none')),
    ],
    ['Forbidden', needs?.mayForbid === true],
    ['NotFound', variablesOf(route.path).length > 0],
    ['ContentTooLarge', hasBody],
    ['UnsupportedMediaType', hasBody],
    ['UnprocessableContent', body !== undefined],
    ['TooManyRequests', entry?.body !== undefined || host.isRateLimited?.({ name, baseName: name, options }) === true],
    ['ClientError', true],
    ['ServerError', true],
  ];
  return names.flatMap(([problem, isPossible]) => (isPossible ? [problem] : []));
}

// The schema of parameters. Routes accept schemas of any library, also those without a JSON Schema.
function schemaOf(schema: StandardSchema | undefined, { config }: ResourceRegistry): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  try {
    return inlineReferences(jsonSchemaOf(schema, 'input', config.jsonSchema));
  } catch {
    return undefined;
  }
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
