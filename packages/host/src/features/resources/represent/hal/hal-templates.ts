import { inlineReferences } from '../../model/inline-references.ts';
import { jsonSchemaOf, kindOf, propertiesOf } from '../../model/json-schema.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import { memoizePerObject } from '../../model/memoize.ts';
import type { Operation } from '../../model/operation.ts';
import type { ResourceModel } from '../../model/resource-model.ts';

/**
 * Writes the templates (HAL-FORMS) of the operations on an item or a list. The first operation with a body is the `default`
 * template.
 * @param target path of the item or the collection
 */
export function halTemplates(resource: ResourceModel, about: 'item' | 'list', target: string): string {
  const parts = about === 'item' ? itemTemplates(resource) : listTemplates(resource);
  return `{${parts.map(({ text, subpath }) => `${text},"target":${JSON.stringify(target + subpath)}}`).join(',')}}`;
}

/** The JSON of a template without its target. */
interface TemplateText {
  readonly text: string;
  readonly subpath: string;
}

function toTexts(templates: ReadonlyMap<string, Template>): readonly TemplateText[] {
  return [...templates].map(([name, { subpath, ...template }]) => ({
    text: `${JSON.stringify(name)}:${JSON.stringify(template).slice(0, -1)}`,
    subpath,
  }));
}

interface Template {
  /** The path of the operation below the item or the collection. */
  readonly subpath: string;
  readonly title: string | undefined;
  readonly method: string;
  readonly contentType?: string;
  readonly properties: readonly object[];
}

const itemTemplates = memoizePerObject(({ operations, collectionPaths }: ResourceModel) =>
  toTexts(
    named(
      ['replace', 'patch', 'delete', 'custom'].flatMap((kind) =>
        operations.filter((each) => each.kind === kind && each.hasItem && each.collectionPath === collectionPaths[0]),
      ),
    ),
  ),
);

const listTemplates = memoizePerObject(
  ({ operations, filterParameters, collectionPaths, fieldByName }: ResourceModel) => {
    const operationsOnList = operations.filter(
      ({ hasItem, collectionPath }) => !hasItem && collectionPath === collectionPaths[0],
    );
    const templates = named(operationsOnList.filter(({ kind }) => kind === 'create' || kind === 'custom'));
    // Templates are cached, so they contain only parameters that all users may use.
    const open = [...filterParameters.values()].filter(({ fields }) =>
      fields.every((path) => fieldByName.get(path.split('.', 1)[0]!)?.read === 'public'),
    );
    if (open.length > 0 && operations.some(({ kind }) => kind === 'list'))
      templates.set('search', {
        subpath: '',
        title: undefined,
        method: 'GET',
        properties: open.map(({ name, description, schema }) => ({
          name,
          prompt: description,
          required: false,
          ...limitsOf(schema),
        })),
      });
    return toTexts(templates);
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
  const subpath = custom ? custom.line.split(' ')[1]!.replace(/^\/\{id\}/, '') : '';
  const contentType = readers.keys().next().value;
  return {
    subpath,
    title: options.summary,
    method,
    ...(contentType === undefined ? {} : { contentType }),
    properties: input ? propertiesFor(operation) : [],
  };
}

function propertiesFor({ input, kind, method, resource: { fieldByName, tenant } }: Operation): object[] {
  const partial = method === 'PATCH';
  let schema: JsonSchema;
  try {
    schema = inlineReferences(jsonSchemaOf(input!, 'input'));
  } catch {
    return []; // The schema library cannot describe the input.
  }
  const required = (schema['required'] as string[] | undefined) ?? [];
  // Templates are cached, so they omit fields that some users can neither read nor write.
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
      // The host sets the tenant.
      required: !partial && required.includes(name) && (kind === 'custom' || name !== tenant?.field),
      ...(to?.as === 'iri' ? linkTo(to.to) : limitsOf(each)),
    };
  });
}

// A link is sent as an IRI; the options are in the collection.
function linkTo({ path }: ResourceModel): object {
  return path.includes('{') ? { type: 'text' } : { type: 'text', options: { link: { href: path } } };
}

const INPUT_TYPES = {
  integer: 'number',
  number: 'number',
  decimal: 'text',
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
    ...((kind === 'string' || kind === 'decimal') && pattern !== undefined ? { regex: pattern } : {}),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(isSafe(minimum) ? { min: minimum } : {}),
    ...(isSafe(maximum) ? { max: maximum } : {}),
  };
}

// zod adds the limits of safe integers to every integer; those are omitted.
function isSafe(limit: unknown): boolean {
  return typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
}
