import { jsonSchemaOf, kindOf, propertiesOf } from '../../model/json-schema.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import { memoizePerObject } from '../../model/memoize.ts';
import type { Operation } from '../../model/operation.ts';
import type { ResourceModel } from '../../model/resource-model.ts';

/**
 * What can be done here, as the text of forms (HAL-FORMS): the first that takes a body is the `default` one.
 * @param target path of the item or the collection
 */
export function halTemplates(resource: ResourceModel, about: 'item' | 'list', target: string): string {
  const parts = about === 'item' ? itemTemplates(resource) : listTemplates(resource);
  return `{${parts.map(({ text, below }) => `${text},"target":${JSON.stringify(target + below)}}`).join(',')}}`;
}

/** A template as text, open for its target. */
interface Part {
  readonly text: string;
  readonly below: string;
}

function toParts(templates: ReadonlyMap<string, Template>): readonly Part[] {
  return [...templates].map(([name, { below, ...template }]) => ({
    text: `${JSON.stringify(name)}:${JSON.stringify(template).slice(0, -1)}`,
    below,
  }));
}

interface Template {
  /** What follows the path of the item or the collection. */
  readonly below: string;
  readonly title: string | undefined;
  readonly method: string;
  readonly contentType?: string;
  readonly properties: readonly object[];
}

const itemTemplates = memoizePerObject(({ operations, collectionPaths }: ResourceModel) =>
  toParts(
    named(
      ['replace', 'patch', 'delete', 'custom'].flatMap((kind) =>
        operations.filter((each) => each.kind === kind && each.hasItem && each.collectionPath === collectionPaths[0]),
      ),
    ),
  ),
);

const listTemplates = memoizePerObject(
  ({ operations, filterParameters, collectionPaths, fieldByName }: ResourceModel) => {
    const home = operations.filter(({ hasItem, collectionPath }) => !hasItem && collectionPath === collectionPaths[0]);
    const templates = named(home.filter(({ kind }) => kind === 'create' || kind === 'custom'));
    // A form is the same for everybody, so it has what everybody may ask.
    const open = [...filterParameters.values()].filter(({ fields }) =>
      fields.every((path) => fieldByName.get(path.split('.', 1)[0]!)?.read === 'public'),
    );
    if (open.length > 0 && operations.some(({ kind }) => kind === 'list'))
      templates.set('search', {
        below: '',
        title: undefined,
        method: 'GET',
        properties: open.map(({ name, description, schema }) => ({
          name,
          prompt: description,
          required: false,
          ...limitsOf(schema),
        })),
      });
    return toParts(templates);
  },
);

function named(operations: readonly Operation[]): Map<string, Template> {
  const templates = new Map<string, Template>();
  for (const operation of operations) {
    const { kind, name, input } = operation;
    const key = input && !templates.has('default') ? 'default' : kind === 'custom' ? name.split('.').at(-1)! : kind;
    templates.set(key, templateOf(operation));
  }
  return templates;
}

function templateOf(operation: Operation): Template {
  const { method, custom, options, input, readers } = operation;
  const below = custom ? custom.line.split(' ')[1]!.replace(/^\/\{id\}/, '') : '';
  const contentType = readers.keys().next().value;
  return {
    below,
    title: options.summary,
    method,
    ...(contentType === undefined ? {} : { contentType }),
    properties: input ? propertiesFor(operation) : [],
  };
}

function propertiesFor({ input, kind, method, resource: { fieldByName } }: Operation): object[] {
  const partial = method === 'PATCH';
  let schema: JsonSchema;
  try {
    schema = jsonSchemaOf(input!, 'input');
  } catch {
    return []; // A library that does not tell what is asked for.
  }
  const required = (schema['required'] as string[] | undefined) ?? [];
  // A form is the same for everybody, so it leaves out what some users can neither read nor write.
  const isOpen = ([name]: readonly [string, JsonSchema]): boolean => {
    const { read, write } = fieldByName.get(name) ?? { read: 'public', write: 'public' };
    return kind === 'custom' || write === 'public' || (read === 'public' && write !== 'never');
  };
  const members = Object.entries(propertiesOf(schema)).filter(isOpen);
  return members.map(([name, each]) => {
    const to = fieldByName.get(name)?.link;
    return {
      name,
      ...(typeof each['description'] === 'string' ? { prompt: each['description'] } : {}),
      required: !partial && required.includes(name),
      ...(to?.as === 'iri' ? linkTo(to.to) : limitsOf(each)),
    };
  });
}

// A link is sent as an IRI; which there are, the collection tells.
function linkTo({ path }: ResourceModel): object {
  return path.includes('{') ? { type: 'text' } : { type: 'text', options: { link: { href: path } } };
}

const INPUT_TYPES = {
  integer: 'number',
  number: 'number',
  boolean: 'checkbox',
  string: 'text',
  date: 'datetime-local',
} as const;

function limitsOf(schema: JsonSchema): object {
  const { kind } = kindOf(schema);
  if (kind === 'json') return {};
  const values = schema['enum'];
  const { pattern, minLength, maxLength, minimum, maximum } = schema as Record<string, unknown>;
  return {
    type: kind === 'date' && schema['format'] === 'date' ? 'date' : INPUT_TYPES[kind],
    ...(Array.isArray(values) ? { options: { inline: values.filter((value) => typeof value === 'string') } } : {}),
    ...(kind === 'string' && pattern !== undefined ? { regex: pattern } : {}),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(isSafe(minimum) ? { min: minimum } : {}),
    ...(isSafe(maximum) ? { max: maximum } : {}),
  };
}

// zod writes the limits of safe integers, which tell nobody anything.
function isSafe(limit: unknown): boolean {
  return typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
}
