import type { Format } from '../formats/format.ts';
import type { JsonSchema } from '../json-schema.ts';
import { jsonSchemaOf } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import type { ResourceModel } from '../resource-model.ts';
import type { ResourceRegistry } from '../resource-registry.ts';
import type { Components } from './components.ts';
import { PROBLEMS } from './problems.ts';
import type { ProblemName } from './problems.ts';
import { requirementOf } from './security.ts';

/** Every answer of an operation, by status. */
export function answersOf(
  operation: Operation,
  registry: ResourceRegistry,
  components: Components,
): Record<string, unknown> {
  const { kind, resource, status } = operation;
  const answers: Record<string, unknown> = { [status]: success(operation, registry, components) };
  if (kind === 'replace' && resource.definition.putCreates === true)
    answers['201'] = {
      ...(success(operation, registry, components) as object),
      description: `The ${resource.type} was created.`,
    };
  if (kind === 'get' || kind === 'list')
    answers['304'] = { description: 'Still what If-None-Match or If-Modified-Since names.' };
  const { bulk } = resource.definition;
  if (bulk?.atomic === false && (kind === 'bulk' || kind === 'create'))
    answers['207'] = { description: 'A list was sent: `results` has one for each, in their order.' };
  for (const name of [...problemsOf(operation), ...refusalsOf(operation, registry)])
    answers[PROBLEMS[name].status] = components.problem(name);
  for (const { status: own, title } of [...(resource.definition.throws ?? []), ...(operation.options.throws ?? [])])
    answers[own] ??= components.ownProblem(title);
  return answers;
}

function problemsOf({ kind, resource, item, readers, options, place }: Operation): ProblemName[] {
  const { definition } = resource;
  const writes = readers.size > 0;
  const changes = kind === 'replace' || kind === 'patch' || kind === 'delete';
  const names: [ProblemName, boolean][] = [
    ['BadRequest', true],
    ['NotFound', item || place.variables.length > 0],
    ['NotAcceptable', true],
    ['Conflict', writes || kind === 'delete'],
    ['Gone', (options.deprecated ?? definition.deprecated)?.sunset !== undefined],
    ['PreconditionFailed', changes],
    ['ContentTooLarge', writes],
    ['UnsupportedMediaType', writes],
    ['UnprocessableContent', writes],
    ['PreconditionRequired', changes && definition.concurrency === 'required'],
  ];
  return names.flatMap(([name, holds]) => (holds ? [name] : []));
}

function refusalsOf(operation: Operation, { security }: ResourceRegistry): ProblemName[] {
  if (security === undefined) return [];
  const { credentials, refuses, looks } = requirementOf(operation, security);
  const challenges = looks || credentials !== 'none';
  return [...(challenges ? ['Unauthorized' as const] : []), ...(refuses ? ['Forbidden' as const] : [])];
}

function success(operation: Operation, registry: ResourceRegistry, components: Components): unknown {
  const { kind, resource, status, options } = operation;
  const description = DESCRIPTIONS[kind](resource.type);
  if (status === 204 || options.output === false) return { description };
  return { description, headers: headersOf(operation), content: contentOf(operation, registry, components) };
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

function headersOf({ kind, resource }: Operation): Record<string, unknown> {
  const text = (description: string): unknown => ({ description, schema: { type: 'string' } });
  return {
    ...(kind === 'custom' || kind === 'bulk' ? {} : { ETag: text('Names the state of what is answered.') }),
    ...(kind === 'create' ? { Location: text(`Where the ${resource.type} is.`) } : {}),
    ...(kind === 'list'
      ? {
          Link: text('The neighbours of the page: first, prev, next, last (RFC 8288).'),
          ...(resource.page.count
            ? {
                'X-Total-Count': { description: 'How many items there are on all pages.', schema: { type: 'integer' } },
              }
            : {}),
        }
      : {}),
  };
}

/** What an operation answers, in every format. */
function contentOf(operation: Operation, registry: ResourceRegistry, components: Components): Record<string, unknown> {
  const { kind, resource, formats, custom } = operation;
  const item = components.item(resource);
  const own = custom?.outputSchema && jsonSchemaOf(custom.outputSchema, 'output', registry.config.jsonSchema);
  const content: Record<string, unknown> = {};
  for (const format of formats) {
    const schema =
      own ?? schemaIn(format, kind === 'list' || kind === 'bulk' ? 'list' : 'item', item, resource, components);
    content[format.types[0]!] = schema === undefined ? {} : { schema };
  }
  return content;
}

function schemaIn(
  format: Format,
  shape: 'item' | 'list',
  item: { readonly $ref: string },
  resource: ResourceModel,
  components: Components,
): JsonSchema | undefined {
  if (format.describe === undefined) return shape === 'list' ? { type: 'array', items: item } : item;
  const { [shape]: make } = format.describe;
  if (make === undefined) return { type: 'string' };
  return components.named(`${components.nameOf(item)}.${format.name}${shape === 'list' ? '.list' : ''}`, () =>
    make(item, resource, components.of(item)),
  );
}
