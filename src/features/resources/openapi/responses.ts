import type { Operation } from '../model/operation.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';
import { responseContent, resultsContent } from './response-content.ts';
import { successHeaders, rateLimitHeaders, supportsMinimalReturn } from './response-headers.ts';
import type { Components } from './components.ts';
import { PROBLEMS } from './problems.ts';
import type { ProblemName } from './problems.ts';
import { requirementOf } from './security.ts';

interface Answer {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Every answer of an operation, by status. */
export function responsesOf(
  operation: Operation,
  registry: ResourceRegistry,
  components: Components,
): Record<string, unknown> {
  const { kind, resource, status } = operation;
  const { bulk, allowCreate, throws = [] } = resource.definition;
  const usual = success(operation, registry, components);
  const { content: _, ...empty } = usual;
  const answers: Record<string, unknown> = { [status]: usual };
  const also = (code: string, holds: boolean, answer: Answer): void => {
    if (holds) answers[code] ??= answer;
  };
  const headers = components.headers('Location', ...successHeaders(operation, registry));
  also('201', kind === 'replace' && allowCreate === true, {
    ...usual,
    headers,
    description: `The ${resource.type} was created.`,
  });
  also('204', status === 200 && (supportsMinimalReturn(operation) || kind === 'custom'), {
    ...empty,
    description: 'It was done.',
  });
  also('207', bulk?.atomic === false && (kind === 'bulk' || kind === 'create'), {
    ...empty,
    description: 'A list was sent: `results` has one for each, in their order.',
    content: resultsContent(resource, components),
  });
  also('304', kind === 'get' || kind === 'list', {
    description: 'Still what If-None-Match or If-Modified-Since names.',
    headers: components.headers('ETag', 'Last-Modified', 'Content-Location', ...rateLimitHeaders(operation, registry)),
  });
  for (const name of [...problemsOf(operation), ...refusalsOf(operation, registry), ...limitsOf(operation, registry)])
    answers[PROBLEMS[name].status] = components.problem(name);
  for (const { status: own, title } of [...throws, ...(operation.options.throws ?? [])])
    answers[own] ??= components.declaredProblem(title);
  return answers;
}

function problemsOf({ kind, resource, item, readers, options, place }: Operation): ProblemName[] {
  const { definition } = resource;
  const writes = readers.size > 0;
  const statuses = [...readers.values()].flatMap(({ refusesWith = [] }) => refusesWith);
  const changes = kind === 'replace' || kind === 'patch' || kind === 'delete';
  const names: [ProblemName, boolean][] = [
    ['BadRequest', true],
    ['Forbidden', statuses.includes(403)],
    ['NotFound', item || place.variables.length > 0],
    ['NotAcceptable', true],
    ['Conflict', writes || kind === 'delete' || statuses.includes(409)],
    ['Gone', (options.deprecated ?? definition.deprecated)?.sunset !== undefined],
    ['PreconditionFailed', changes || kind === 'get' || kind === 'list'],
    ['ContentTooLarge', writes],
    ['UnsupportedMediaType', writes],
    ['UnprocessableContent', writes],
    ['PreconditionRequired', changes && definition.concurrency === 'required'],
    ['Refused', true],
    ['Failed', true],
  ];
  return names.flatMap(([name, holds]) => (holds ? [name] : []));
}

function refusalsOf(operation: Operation, { host: { security } }: ResourceRegistry): ProblemName[] {
  if (security === undefined) return [];
  const { credentials: credentials, mayForbid: refuses, rejectsInvalidCredentials: looks } = requirementOf(operation, security);
  const challenges = looks || credentials !== 'none';
  return [...(challenges ? ['Unauthorized' as const] : []), ...(refuses ? ['Forbidden' as const] : [])];
}

function limitsOf(operation: Operation, registry: ResourceRegistry): ProblemName[] {
  return rateLimitHeaders(operation, registry).length > 0 ? ['TooManyRequests'] : [];
}

function success(operation: Operation, registry: ResourceRegistry, components: Components): Answer {
  const { kind, resource, status, options } = operation;
  const description = DESCRIPTIONS[kind](resource.type);
  const headers = components.headers(...successHeaders(operation, registry));
  if (status === 204 || options.output === false) return { description, headers };
  return { description, headers, content: responseContent(operation, registry, components) };
}

const DESCRIPTIONS: Readonly<Record<Operation['kind'], (type: string) => string>> = {
  list: (type) => `A page of items of the type ${type}.`,
  get: (type) => `The ${type}.`,
  create: (type) => `The ${type} was created.`,
  replace: (type) => `The ${type} was replaced.`,
  patch: (type) => `The ${type} was changed.`,
  delete: (type) => `The ${type} was deleted.`,
  bulk: (type) => `The items of the type ${type} were changed, all of them.`,
  custom: () => 'It was done.',
};
