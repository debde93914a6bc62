import type { JsonSchema } from '../model/json-schema.ts';
import { changesItem } from '../model/operation.ts';
import type { Operation } from '../model/operation.ts';
import { acceptsKey } from '../operations/idempotency.ts';
import { supportsMinimalReturn } from './response-headers.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly [more: string]: unknown;
}

/** Returns the path parameters of an operation. */
export function pathParameters({ resource, hasItem, collectionPath }: Operation): Parameter[] {
  const variables = collectionPath.variables.map((name) => {
    const field = collectionPath.fieldVariables.find((fieldVariable) => fieldVariable.variable === name)?.field;
    const key = field?.link?.to.identifier.keys[0];
    const schema = key === undefined ? field?.jsonSchema : field!.link!.to.fieldByName.get(key)!.jsonSchema;
    return variable(
      name,
      field?.link ? `The identifier of the ${field.link.to.type}.` : `The ${name}.`,
      withoutDescription(schema),
    );
  });
  if (!hasItem) return variables;
  const { keys } = resource.identifier;
  const schema = keys.length === 1 ? withoutDescription(resource.fieldByName.get(keys[0]!)?.jsonSchema) : STRING;
  const pairs = keys.length === 1 ? '' : `, in the form ${keys.map((key) => `${key}=…`).join(';')}`;
  return [...variables, variable('id', `The identifier of the ${resource.type}${pairs}.`, schema)];
}

/** Returns the header parameters of an operation: preconditions, idempotency and preferences. */
export function headerParameters(operation: Operation): Parameter[] {
  const { kind, resource } = operation;
  const required = resource.definition.concurrency === 'required';
  // A list has no tag, but PATCH on it may need `If-Match: *`.
  const parameters: Parameter[] = [];
  const add = (name: string, description: string, required?: boolean): void =>
    void parameters.push({
      name,
      in: 'header',
      description,
      schema: STRING,
      ...(required !== undefined && { required }),
    });
  if (changesItem(operation) || (kind === 'bulk' && required))
    add('If-Match', 'The entity tag of the state that the change is based on (RFC 9110 §13.1.1).', required);
  if (acceptsKey(operation))
    add(
      'Idempotency-Key',
      'A unique key. A repeated request with the same key gets the first response and has no further effect.',
      resource.definition.idempotency === 'require',
    );
  if (supportsMinimalReturn(operation)) add('Prefer', '`return=minimal` omits the response body (RFC 7240).');
  return parameters;
}

function variable(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'path', description, required: true, schema };
}

const STRING: JsonSchema = { type: 'string' };

// The description of the field is in the schema of the item.
function withoutDescription(schema: JsonSchema = STRING): JsonSchema {
  const { description: _, ...rest } = schema;
  return rest;
}
