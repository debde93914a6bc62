import { describeSchema } from '../../../http/convert-text.ts';
import type { StandardSchema } from 'oriel-core/http';
import type { FieldRule } from '../declare/access-definition.ts';
import type { ComputedField } from '../declare/computed-fields.ts';
import { toFieldPredicate } from '../model/field-predicate.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { ReportIssue } from './mutable-model.ts';
import { inlineReferences } from '../model/schema-references.ts';
import { getJsonSchema, getKind, getProperties } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Item } from '../model/reach.ts';
import type { FieldModel } from '../model/resource-model.ts';
import type { AnyDefinition } from '../declare/resource.ts';

/** Returns the fields of an item from the schema and the definition of a resource. */
export function fieldModels(
  schema: StandardSchema,
  definition: AnyDefinition,
  config: ApiConfig,
  reportIssue: ReportIssue,
): FieldModel[] {
  const described = describeResource(schema, config, reportIssue);
  const required = new Set((described['required'] as string[] | undefined) ?? []);
  return Object.entries(getProperties(described)).map(([field, member]) =>
    toField(field, member, required.has(field), definition),
  );
}

function describeResource(schema: StandardSchema, config: ApiConfig, reportIssue: ReportIssue): JsonSchema {
  try {
    return inlineReferences(getJsonSchema(schema, 'output', config.jsonSchema, { isStrict: true }));
  } catch (error) {
    const { vendor, jsonSchema } = schema['~standard'];
    const fields = findUndescribed(schema, config).map((name) => `"${name}"`);
    const subject = fields.length > 0 ? `${fields.length > 1 ? 'The fields' : 'The field'} ${fields.join(', ')}: ` : '';
    reportIssue(
      'schema',
      subject + (error as Error).message,
      jsonSchema === undefined
        ? `Set api.jsonSchema to a function that describes schemas of "${vendor}"`
        : 'Use types that JSON Schema can describe (z.iso.datetime() instead of z.date()), or return the JSON Schema of the whole schema from api.jsonSchema',
      'ORIEL_RESOURCE_SCHEMA',
    );
    return describeSchema(schema, 'output') ?? {};
  }
}

// The members of an object schema of zod that JSON Schema cannot describe.
function findUndescribed(schema: StandardSchema, { jsonSchema }: ApiConfig): string[] {
  const { shape = {} } = schema as { readonly shape?: Readonly<Record<string, StandardSchema>> };
  return Object.entries(shape).flatMap(([name, member]) => {
    try {
      getJsonSchema(member, 'output', jsonSchema, { isStrict: true });
      return [];
    } catch {
      return [name];
    }
  });
}

function toField(name: string, jsonSchema: JsonSchema, required: boolean, definition: AnyDefinition): FieldModel {
  const access = (definition.fields as Record<string, FieldRule | FieldRules> | undefined)?.[name];
  const computed = (definition.computed as Record<string, ComputedField<Item, unknown>> | undefined)?.[name];
  // One rule for a field restricts reading and writing.
  const rules: FieldRules = typeof access === 'object' ? access : { read: access, write: access };
  const read = toFieldPredicate(rules.read);
  const write = rules.write === rules.read ? read : toFieldPredicate(rules.write);
  return {
    name,
    ...getKind(jsonSchema),
    required,
    description: jsonSchema['description'] as string | undefined,
    jsonSchema,
    link: undefined,
    read,
    write: computed === undefined ? write : 'never',
    compute: typeof computed === 'function' ? computed : undefined,
    expression: typeof computed === 'object' ? computed : undefined,
  };
}

interface FieldRules {
  readonly read?: FieldRule | undefined;
  readonly write?: FieldRule | undefined;
}
