import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import { supportsMinimalReturn } from './response-headers.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly [more: string]: unknown;
}

/** The variables in the path of an operation. */
export function pathParameters({ resource, item, place }: Operation): Parameter[] {
  const variables = place.variables.map((name) => {
    const field = place.within.find((each) => each.variable === name)?.field;
    const key = field?.link?.to.identifier.keys[0];
    const schema = key === undefined ? field?.jsonSchema : field!.link!.to.field.get(key)!.jsonSchema;
    return variable(name, `Which ${name}.`, plain(schema));
  });
  if (!item) return variables;
  const { keys } = resource.identifier;
  const schema = keys.length === 1 ? plain(resource.field.get(keys[0]!)?.jsonSchema) : TEXT;
  const pairs = keys.length === 1 ? '' : `, as ${keys.map((key) => `${key}=…`).join(';')}`;
  return [...variables, variable('id', `The identifier of the ${resource.type}${pairs}.`, schema)];
}

/** What may stand in the head beside what HTTP says anyway. */
export function headerParameters(operation: Operation): Parameter[] {
  const { kind, resource } = operation;
  const conditional = kind === 'replace' || kind === 'patch' || kind === 'delete';
  const required = resource.definition.concurrency === 'required';
  const idempotent = KEPT.includes(kind) && (resource.definition.idempotency ?? 'off') !== 'off';
  return [
    ...(conditional
      ? [{ ...header('If-Match', 'The tag of the state the change is about (RFC 9110 §13.1.1).'), required }]
      : []),
    ...(idempotent
      ? [
          {
            ...header('Idempotency-Key', 'The same key gives the same answer again.'),
            required: resource.definition.idempotency === 'require',
          },
        ]
      : []),
    ...(supportsMinimalReturn(operation)
      ? [header('Prefer', '`return=minimal` leaves the body of the answer out (RFC 7240).')]
      : []),
  ];
}

// What is sent again under its key is not done again.
const KEPT: readonly Operation['kind'][] = ['create', 'patch', 'bulk'];

function variable(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'path', description, required: true, schema };
}

function header(name: string, description: string): Parameter {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

const TEXT: JsonSchema = { type: 'string' };

// What a field is for stands with the field.
function plain(schema: JsonSchema = TEXT): JsonSchema {
  const { description: _, ...rest } = schema;
  return rest;
}
