import { describeSchema } from '../../../http/convert-text.ts';
import type { StandardSchema } from 'oriel-core/http';
import type { FieldRule } from '../declare/access-definition.ts';
import { toFieldPredicate } from '../model/field-predicate.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { ReportIssue } from './mutable-model.ts';
import { inlineReferences } from '../model/inline-references.ts';
import { jsonSchemaOf, kindOf, propertiesOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
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
  return Object.entries(propertiesOf(described)).map(([field, each]) =>
    toField(field, each, required.has(field), definition),
  );
}

function describeResource(schema: StandardSchema, config: ApiConfig, reportIssue: ReportIssue): JsonSchema {
  try {
    return inlineReferences(jsonSchemaOf(schema, 'output', config.jsonSchema, { isStrict: true }));
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
      jsonSchemaOf(member, 'output', jsonSchema, { isStrict: true });
      return [];
    } catch {
      return [name];
    }
  });
}

function toField(name: string, jsonSchema: JsonSchema, required: boolean, definition: AnyDefinition): FieldModel {
  const access = (
    definition.fields as Record<string, FieldRule | { read?: FieldRule; write?: FieldRule }> | undefined
  )?.[name];
  const description = jsonSchema['description'] as string | undefined;
  return {
    name,
    ...kindOf(jsonSchema),
    required,
    description,
    jsonSchema,
    link: undefined,
    ...(typeof access === 'object'
      ? { read: toFieldPredicate(access.read), write: toFieldPredicate(access.write) }
      : sameRule(toFieldPredicate(access))),
  };
}

// One rule for a field restricts reading and writing.
function sameRule(rule: FieldModel['read']): Pick<FieldModel, 'read' | 'write'> {
  return { read: rule, write: rule };
}
