import type { FieldKind } from '../../declare/resource-store.ts';
import { describeInput, getKind, getProperties } from '../../model/json-schema.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import { memoizePerObject } from '../../model/memoize.ts';
import type { Operation } from '../../model/operation.ts';
import type { ResourceModel } from '../../model/resource-model.ts';

/** The templates (HAL-FORMS) by name, with the path of the operation below the item or the collection. */
type Templates = ReadonlyMap<string, { readonly template: object; readonly subpath: string }>;

/** Returns the templates of an item or a list. @param path the path of the item or the collection */
export function writeTemplates(templates: Templates, path: string): object {
  return Object.fromEntries(
    Array.from(templates, ([name, { template, subpath }]) => [name, { ...template, target: path + subpath }]),
  );
}

/** Returns the templates of the operations on an item. They are cached, so they contain only fields that all users may use. */
export const getItemTemplates = memoizePerObject(({ operations, collectionPaths: [home] }: ResourceModel) =>
  createTemplates(
    ['replace', 'patch', 'delete', 'custom'].flatMap((kind) =>
      operations.filter(
        (operation) => operation.kind === kind && operation.hasItem && operation.collectionPath === home,
      ),
    ),
  ),
);

/** Returns the templates of the operations on a list and of its search, with parameters that all users may use. */
export const getListTemplates = memoizePerObject((resource: ResourceModel) => {
  const { operations, filterParameters, collectionPaths } = resource;
  const templates = createTemplates(
    operations.filter(
      ({ hasItem, collectionPath, kind }) =>
        !hasItem && collectionPath === collectionPaths[0] && (kind === 'create' || kind === 'custom'),
    ),
  );
  const parameters = [...filterParameters.values()].filter(({ fieldRules }) => fieldRules.length === 0);
  if (parameters.length === 0 || !operations.some(({ kind }) => kind === 'list')) return templates;
  const properties = parameters.map(({ name, description: prompt, schema }) => {
    return { name, prompt, required: false, ...describeValue(schema) };
  });
  return new Map([...templates, ['search', { template: { method: 'GET', properties }, subpath: '' }]]);
});

// The first operation with a body is the `default` template.
function createTemplates(operations: readonly Operation[]): Templates {
  const templates = new Map<string, { template: object; subpath: string }>();
  for (const operation of operations) {
    const { kind, name, input, custom, options, method, readers } = operation;
    const isDefault = input !== undefined && !templates.has('default');
    const template = {
      title: options.summary,
      method,
      contentType: readers.keys().next().value,
      properties: input ? describeProperties(operation) : [],
    };
    const subpath = custom ? custom.line.split(' ')[1]!.replace(/^\/\{id\}/, '') : '';
    templates.set(isDefault ? 'default' : kind === 'custom' ? name.split('.').at(-1)! : kind, { template, subpath });
  }
  return templates;
}

function describeProperties({ input, kind, method, resource: { fieldByName, tenant } }: Operation): object[] {
  const schema = describeInput(input) ?? {};
  const required = method === 'PATCH' ? [] : ((schema['required'] ?? []) as readonly string[]);
  const isOpen = (name: string): boolean => {
    const { read, write } = fieldByName.get(name) ?? { read: 'public', write: 'public' };
    return kind === 'custom' || write === 'public' || (read === 'public' && write !== 'never');
  };
  const members = Object.entries(getProperties(schema)).filter(([name]) => isOpen(name));
  return members.map(([name, value]) => {
    const link = fieldByName.get(name)?.link;
    return {
      name,
      prompt: typeof value['description'] === 'string' ? value['description'] : undefined,
      // The host sets the tenant.
      required: required.includes(name) && (kind === 'custom' || name !== tenant?.field),
      ...(link?.as === 'iri' ? describeLink(link.to) : describeValue(value)),
    };
  });
}

// A link is sent as an IRI; the options are in the collection.
function describeLink({ path }: ResourceModel): object {
  return { type: 'text', options: path.includes('{') ? undefined : { link: { href: path } } };
}

function describeValue(schema: JsonSchema): object {
  const { kind } = getKind(schema);
  if (kind === 'json') return {};
  const values = schema['enum'];
  const { pattern, minLength, maxLength, minimum, maximum } = schema as Record<string, unknown>;
  return {
    type: findInputType(kind, schema),
    options: Array.isArray(values) ? { inline: values.filter((value) => typeof value === 'string') } : undefined,
    regex: kind === 'string' || kind === 'decimal' ? pattern : undefined,
    minLength,
    maxLength,
    min: isSafe(minimum) ? minimum : undefined,
    max: isSafe(maximum) ? maximum : undefined,
  };
}

function findInputType(kind: FieldKind, { format }: JsonSchema): string {
  if (kind === 'date') return format === 'date' ? 'date' : 'datetime-local';
  if (kind === 'integer' || kind === 'number') return 'number';
  return kind === 'boolean' ? 'checkbox' : 'text';
}

// zod adds the limits of safe integers to every integer; those are omitted.
function isSafe(limit: unknown): boolean {
  return typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
}
