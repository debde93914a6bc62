import { STATUS_CODES } from 'node:http';
import { listRuleParts } from '../../../http/access-rule.ts';
import { acceptsOmitted } from '../../../http/parse-schema.ts';
import type { StandardSchema } from 'oriel-core/http';
import { PAYLOAD_TYPES } from '../../../listeners/payload-listener.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import { inlineReferences } from '../model/schema-references.ts';
import { getJsonSchema, getProperties } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { DescribedRoute } from '../model/host-description.ts';
import type { Paths } from './compact-document.ts';
import type { Components } from './components.ts';
import { fileContent, unparsedBody } from './file-content.ts';
import type { Parameter } from './parameters.ts';
import { selectProblems } from './problems.ts';
import { getRequirement, getSecurity } from './security.ts';
import type { SecurityRequirement } from './security.ts';
import { capitalize, splitWords } from './summary.ts';
import { requiredMembers } from './wire-schema.ts';

/** Adds the routes of the application to the Paths Object. An operation that is already there is kept. */
export function addRoutePaths(paths: Paths, components: Components): void {
  const { registry } = components;
  const templates = new Map(Object.keys(paths).map((path) => [findShape(path), path]));
  for (const route of registry.host.routes ?? [])
    for (const [index, path] of [route.path, ...route.shorterPaths].entries()) {
      // Paths that differ only in the names of their variables are one path.
      const template = templates.get(findShape(path)) ?? path;
      templates.set(findShape(path), template);
      const entry = (paths[template] ??= { parameters: pathParameters(route, path, template, registry) });
      for (const method of route.methods) {
        const id = getOperationId(route, method, index, registry);
        entry[method.toLowerCase()] ??= operationObject(route, method, id, components);
      }
    }
}

/** Returns the name of a route, with the method and path if it has several; no other route or operation has it. */
export function getOperationId(
  { declaration: { name }, methods }: DescribedRoute,
  method: string,
  pathIndex: number,
  { operations, host }: ResourceRegistry,
): string {
  const ownMethod = methods.length > 1 ? [method.toLowerCase()] : [];
  const id = [name, ...ownMethod, ...(pathIndex > 0 ? [pathIndex + 1] : [])].join('.');
  const isTaken =
    operations.some((operation) => operation.name === id) ||
    host.routes?.some(({ declaration }) => declaration.name === id) === true;
  return id !== name && isTaken ? `${id}.route` : id;
}

function findShape(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

function operationObject(
  route: DescribedRoute,
  method: string,
  operationId: string,
  components: Components,
): Record<string, unknown> {
  const { declaration, entry } = route;
  const { name, options } = declaration;
  const { registry } = components;
  const summary = options.summary ?? entry?.summary ?? capitalize(splitWords(name));
  const body = requestBody(route, method, components);
  const needs = entry === undefined ? findRequirement(route, method, registry) : undefined;
  return {
    operationId,
    tags: [...new Set(tagsOfRoute(route).map(({ name: tag }) => tag))],
    summary,
    description: options.description ?? `${summary}.`,
    parameters: queryParameters(route, registry),
    ...(body && { requestBody: body }),
    ...(needs && { security: getSecurity(needs) }),
    responses: getResponses(route, body !== undefined, needs, components),
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

function findRequirement(
  { declaration: { access }, path }: DescribedRoute,
  method: string,
  { host: { security } }: ResourceRegistry,
): SecurityRequirement | undefined {
  const rules = access === undefined ? undefined : { rule: listRuleParts(access), hiding: [] };
  return security && getRequirement({ path, method, access: rules }, security);
}

function pathParameters(
  route: DescribedRoute,
  path: string,
  template: string,
  registry: ResourceRegistry,
): Parameter[] {
  const { declaration, requirements } = route;
  const members = getProperties(describeParameters(declaration.params, registry) ?? {});
  const names = listVariables(path);
  return listVariables(template).map((shown, index): Parameter => {
    const name = names[index]!;
    const { description = `The ${splitWords(name)}.`, ...schema } = members[name] ?? patternSchema(requirements[name]);
    return { name: shown, in: 'path', description: String(description), required: true, schema };
  });
}

function listVariables(path: string): string[] {
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
  const schema = describeParameters(declaration.query, registry) ?? {};
  const required = requiredMembers(schema);
  return Object.entries(getProperties(schema)).map(
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

function getReplies({ declaration, entry }: DescribedRoute, components: Components): Record<string, object> {
  const declared = entry
    ? Object.entries(entry.replies)
    : Object.entries(declaration.replies ?? {}).map(
        ([status, reply]) =>
          [status, reply && replySchema(reply, `${declaration.name}.${status}`, components)] as const,
      );
  if (declared.length === 0)
    return {
      '2XX': { description: 'The operation succeeded.' },
      '3XX': { description: 'A redirect, or a representation that has not changed.' },
    };
  return Object.fromEntries(
    declared.map(([status, schema]) => {
      const description = `${STATUS_CODES[status] ?? 'The response of the route'}.`;
      const content = schema && (fileContent(schema) ?? { 'application/json': { schema } });
      return [status, { description, ...(content && { content }) }];
    }),
  );
}

// Undefined for a reply without a body, such as `z.undefined()`, which JSON Schema does not have.
function replySchema(reply: StandardSchema, name: string, components: Components): JsonSchema | undefined {
  const schema = components.describe(reply, 'input', name);
  const acceptsOthers = Object.keys(schema).length > 0 || reply['~standard'].jsonSchema === undefined;
  return acceptsOthers || acceptsOmitted(reply) !== true || isDescribed(reply) ? schema : undefined;
}

function isDescribed(schema: StandardSchema): boolean {
  try {
    getJsonSchema(schema, 'input', undefined, { isStrict: true });
    return true;
  } catch {
    return false;
  }
}

function getResponses(
  route: DescribedRoute,
  hasBody: boolean,
  needs: SecurityRequirement | undefined,
  components: Components,
): Record<string, object> {
  const { declaration, entry, path } = route;
  const { name, options, body, query } = declaration;
  const { host } = components.registry;
  const isLogin = entry?.body !== undefined;
  const replies = getReplies(route, components);
  const problems = selectProblems(
    {
      BadRequest: hasBody || query !== undefined,
      Unauthorized: isLogin || needs?.mayChallenge === true,
      Forbidden: needs?.mayForbid === true,
      NotFound: listVariables(path).length > 0,
      ContentTooLarge: hasBody,
      UnsupportedMediaType: hasBody,
      UnprocessableContent: body !== undefined,
      TooManyRequests: isLogin || host.isRateLimited?.({ name, baseName: name, options }) === true,
      ClientError: true,
      ServerError: true,
    },
    components,
    replies,
  );
  return { ...replies, ...problems };
}

// The schema of parameters. Routes accept schemas of any library, also those without a JSON Schema.
function describeParameters(schema: StandardSchema | undefined, { config }: ResourceRegistry): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  try {
    return inlineReferences(getJsonSchema(schema, 'input', config.jsonSchema));
  } catch {
    return undefined;
  }
}
