import type { Operation } from '../model/operation.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import { declaredFile, mayReturnFile, responseContent, resultsContent } from './response-content.ts';
import { ANY_CONTENT, unparsedBody } from './file-content.ts';
import { FILE_HEADERS, successHeaders, rateLimitHeaders, supportsMinimalReturn } from './response-headers.ts';
import type { Components } from './components.ts';
import { PROBLEMS } from './problems.ts';
import type { ProblemName } from './problems.ts';
import { requirementOf } from './security.ts';

interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Returns the Responses Object of an operation, by status. */
export function responsesOf(
  operation: Operation,
  registry: ResourceRegistry,
  components: Components,
): Record<string, unknown> {
  const { kind, resource, status } = operation;
  const { bulk, allowCreate, throws = [] } = resource.definition;
  const success = successResponse(operation, registry, components);
  const { content: _, ...empty } = success;
  const responses: Record<string, unknown> = { [status]: success };
  const addIf = (isPossible: boolean, code: string, response: Response): void => {
    if (isPossible) responses[code] ??= response;
  };
  if (kind === 'replace' && allowCreate === true)
    responses['201'] ??= {
      ...success,
      headers: components.headers('Location', ...successHeaders(operation, registry)),
      description: `The ${resource.type} was created.`,
    };
  addIf(status === 200 && (supportsMinimalReturn(operation) || kind === 'custom'), '204', {
    ...empty,
    description: 'The operation succeeded.',
  });
  addIf(bulk?.atomic === false && (kind === 'bulk' || kind === 'create'), '207', {
    ...empty,
    description: 'The request contained a list. `results` has one result for each item, in the same order.',
    content: resultsContent(resource, components),
  });
  if (operation.method === 'GET' && mayReturnFile(operation, registry)) {
    const headers = [...FILE_HEADERS, ...successHeaders(operation, registry)];
    responses['206'] ??= {
      description: 'The requested parts of the file (Range).',
      headers: components.headers(...headers, 'Content-Range'),
      content: { ...(declaredFile(operation, registry) ?? ANY_CONTENT), 'multipart/byteranges': {} },
    };
    responses['304'] ??= {
      description: 'The file has not changed (If-None-Match, If-Modified-Since).',
      headers: components.headers(...headers),
    };
    responses['416'] ??= components.problem('RangeNotSatisfiable');
  }
  addIf(kind === 'get' || kind === 'list', '304', {
    description: 'The representation has not changed (If-None-Match, If-Modified-Since).',
    headers: components.headers('ETag', 'Last-Modified', 'Content-Location', ...rateLimitHeaders(operation, registry)),
  });
  for (const name of [
    ...problemsOf(operation),
    ...accessProblems(operation, registry),
    ...rateLimitProblems(operation, registry),
  ])
    responses[PROBLEMS[name].status] = components.problem(name);
  for (const { status: declared, title } of [...throws, ...(operation.options.throws ?? [])])
    responses[declared] ??= components.declaredProblem(title);
  return responses;
}

function problemsOf({ kind, method, resource, hasItem, readers, options, collectionPath }: Operation): ProblemName[] {
  const { definition } = resource;
  const writes = readers.size > 0;
  const readsBody = writes || (kind === 'custom' && unparsedBody(method, options) !== undefined);
  const statuses = [...readers.values()].flatMap(({ refusesWith = [] }) => refusesWith);
  const changes = kind === 'replace' || kind === 'patch' || kind === 'delete';
  const names: [ProblemName, boolean][] = [
    ['BadRequest', true],
    ['Forbidden', statuses.includes(403)],
    ['NotFound', hasItem || collectionPath.variables.length > 0],
    ['NotAcceptable', true],
    ['Conflict', writes || kind === 'delete' || statuses.includes(409)],
    ['Gone', (options.deprecated ?? definition.deprecated)?.sunset !== undefined],
    ['PreconditionFailed', kind !== 'custom'],
    ['ContentTooLarge', readsBody],
    ['UnsupportedMediaType', readsBody],
    ['UnprocessableContent', writes],
    ['PreconditionRequired', (changes || kind === 'bulk') && definition.concurrency === 'required'],
    ['ClientError', true],
    ['ServerError', true],
  ];
  return names.flatMap(([name, isPossible]) => (isPossible ? [name] : []));
}

function accessProblems(operation: Operation, { host: { security } }: ResourceRegistry): ProblemName[] {
  if (security === undefined) return operation.resource.tenant === undefined ? [] : ['Forbidden'];
  const { credentials, mayForbid: refuses, rejectsInvalidCredentials: looks } = requirementOf(operation, security);
  const isChallenged = looks || credentials !== 'none';
  return [...(isChallenged ? ['Unauthorized' as const] : []), ...(refuses ? ['Forbidden' as const] : [])];
}

function rateLimitProblems(operation: Operation, registry: ResourceRegistry): ProblemName[] {
  return rateLimitHeaders(operation, registry).length > 0 ? ['TooManyRequests'] : [];
}

function successResponse(operation: Operation, registry: ResourceRegistry, components: Components): Response {
  const { kind, resource, status, options } = operation;
  const description = DESCRIPTIONS[kind](resource.type);
  const file = declaredFile(operation, registry) === undefined ? [] : FILE_HEADERS;
  const headers = components.headers(...file, ...successHeaders(operation, registry));
  if (status === 204 || options.output === false) return { description, headers };
  return { description, headers, content: responseContent(operation, registry, components) };
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
