import { withArticle } from '../../responses/article.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import type { Operation } from '../../model/operation.ts';

/** Returns an operation as a Hydra Operation. */
export function hydraOperation(operation: Operation): JsonSchema {
  const { kind, method, resource, options, input } = operation;
  const own = `#${resource.type}`;
  const title = options.summary ?? titleOf(operation);
  const returns =
    kind === 'list' ? 'hydra:Collection' : kind === 'delete' || options.output === false ? 'owl:Nothing' : own;
  const action = ACTIONS[kind];
  return {
    '@type': action ? ['hydra:Operation', action] : 'hydra:Operation',
    'hydra:method': method,
    'hydra:title': title,
    'rdfs:label': title,
    ...(options.description === undefined ? {} : { 'hydra:description': options.description }),
    ...(input === undefined ? {} : { expects: own }),
    returns,
    ...(options.deprecated ? { 'owl:deprecated': true } : {}),
  };
}

const ACTIONS: Readonly<Partial<Record<Operation['kind'], string>>> = {
  list: 'schema:FindAction',
  get: 'schema:FindAction',
  create: 'schema:CreateAction',
  replace: 'schema:ReplaceAction',
  delete: 'schema:DeleteAction',
};

function titleOf({ kind, name, resource: { type } }: Operation): string {
  if (kind === 'list') return `Retrieves the collection of ${type} resources.`;
  if (kind === 'custom' || kind === 'bulk') return name;
  return `${VERBS[kind]} ${kind === 'get' || kind === 'create' ? withArticle(type) : `the ${type}`} resource.`;
}

const VERBS = {
  get: 'Retrieves',
  create: 'Creates',
  replace: 'Replaces',
  patch: 'Updates',
  delete: 'Deletes',
} as const;
