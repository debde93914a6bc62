import type { Json } from './api.ts';
import type { Schemas } from './schemas.ts';
import { getBytes, decode, isJson } from './steps.ts';
import type { Step } from './steps.ts';

/** Returns why a request clearly violates the document, or undefined if it does not or if that is a matter of opinion. */
export function getViolation(step: Step, schemas: Schemas): string | undefined {
  const { operation, path, query, headers } = step;
  for (const {
    name,
    in: where,
    required,
    schema,
    style = 'form',
    explode = style === 'form',
  } of operation.parameters) {
    const sent =
      where === 'path'
        ? typeof path[name] === 'string'
          ? [path[name]]
          : undefined
        : query.filter(([other]) => decode(other) === name).map(([, value]) => value);
    if (
      where === 'header' &&
      required &&
      !headers.some(([other]) => other.toLowerCase() === name.toLowerCase()) &&
      !IGNORED.test(name)
    )
      return `the required header ${name} is missing`;
    if (where === 'header' || where === 'cookie' || sent === undefined) continue;
    const isNested = query.some(([other]) => decode(other)?.startsWith(`${name}[`));
    if (where === 'query' && required && sent.length === 0 && !isNested && schema?.['type'] !== 'object')
      return `the required parameter "${name}" is missing`;
    const error = schema && explode ? parameterError(sent, schema, schemas) : undefined;
    if (error !== undefined) return `the parameter "${name}" ${error}`;
  }
  return bodyViolation(step, schemas);
}

// Parameters with these names do not describe headers (OpenAPI 3.1, section 4.8.12).
const IGNORED = /^(?:accept|content-type|authorization)$/i;

function parameterError(sent: readonly string[], schema: Json, schemas: Schemas): string | undefined {
  const values = sent.map(decode);
  const types = [schema['type']].flat();
  if (values.length === 0 || values.includes(undefined) || types.includes('object')) return undefined;
  if (types.includes('array')) {
    const typed = values.map((value) => typedValue(value!, (schema['items'] ?? {}) as Json));
    return typed.includes(UNCLEAR) ? undefined : schemas.errorOf(typed, schema);
  }
  // The meaning of a repeated parameter is not specified.
  const typed = values.length === 1 ? typedValue(values[0]!, schema) : UNCLEAR;
  return typed === UNCLEAR ? undefined : schemas.errorOf(typed, schema);
}

const UNCLEAR = Symbol('unclear');

function typedValue(text: string, { type, $ref }: Json): unknown {
  const types = [type].flat();
  if (types.includes('integer') || types.includes('number')) {
    if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
    // Whether spaces, signs, exponents or other digits are allowed differs between servers.
    return /^[a-df-wyz[\]{}<>'"\\]+$/i.test(text) ? text : UNCLEAR;
  }
  if (types.includes('boolean')) {
    if (text === 'true' || text === 'false') return text === 'true';
    return /^[a-z\d]{4,}$/i.test(text) ? text : UNCLEAR;
  }
  // Texts that are not in ASCII may be normalized, and empty values ignored.
  return types.includes('string') && $ref === undefined && text !== '' && /^[ -~]+$/.test(text) && text.trim() === text
    ? text
    : UNCLEAR;
}

function bodyViolation({ operation, method, headers, body }: Step, schemas: Schemas): string | undefined {
  const { bodies, requiresBody } = operation;
  if (method !== operation.method || Object.keys(bodies).length === 0) return undefined;
  const bytes = body && getBytes(body);
  if (bytes === undefined || bytes.length === 0) return requiresBody ? 'the required body is missing' : undefined;
  if (headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return undefined;
  const [type = '', ...parameters] = (body!.type ?? '').split(';').map((part) => part.trim().toLowerCase());
  const schema = getSchema(bodies, type);
  if (schema === undefined) return type === '' ? undefined : `the media type "${type}" is not documented`;
  if (!isJson(type) || parameters.some((parameter) => !/^charset="?utf-8"?$/.test(parameter))) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return 'the body is not JSON';
  }
  const error = schemas.errorOf(value, schema);
  return error === undefined ? undefined : `the body is invalid: ${error}`;
}

/** Returns the schema of a media type, also of a range such as `text/*`. */
export function getSchema(content: Readonly<Record<string, Json>>, type: string): Json | undefined {
  return content[type] ?? content[`${type.split('/')[0]}/*`] ?? content['*/*'];
}
