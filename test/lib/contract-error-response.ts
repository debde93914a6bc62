import type { DescribedOperation, Exchange, Json } from './contract.ts';
import { isJson, getMedia, getType } from './contract-media.ts';
import { isNamed, objectIn } from './contract-parameters.ts';
import type { Parameter } from './contract-parameters.ts';
import type { Schemas } from './schemas.ts';

type Fail = (difference: string) => never;

/** Checks that parts which are rejected as unknown, missing or unsupported are so in the document. */
export function checkErrorResponse(
  { target, headers, body, response }: Exchange,
  { operation, schemas }: DescribedOperation,
  fail: Fail,
): void {
  // A body may also be rejected for the parameters of its media type or its coding (RFC 9110 §15.5.16).
  const isUncoded = !headers.has('content-encoding');
  if (response.status === 415 && body && isUncoded && getMedia(operation, headers.get('content-type') ?? ''))
    fail(`the document describes a body of ${getType(headers)}`);
  // A suffix of the path takes precedence over Accept.
  if (response.status === 406 && !/\.\w+(?:\?|$)/.test(target)) checkNotAcceptable(headers, operation, fail);
  const known = operation['parameters'] as readonly Parameter[];
  for (const { code, parameter, source, pointer = source?.pointer } of getErrors(response.text)) {
    const name = parameter ?? source?.parameter;
    if (code === 'unknown_parameter') {
      const parameter = known.find((element) => isNamed(element, name!));
      if (
        parameter &&
        !isRestricted(parameter) &&
        !isForOtherFormat(headers, parameter) &&
        !isUnknownMember(name!, parameter, schemas)
      )
        fail(`the document describes the parameter "${name}"`);
    }
    if (
      code === 'required' &&
      name !== undefined &&
      !known.some((element) => element.name === name && element.required)
    )
      fail(`the document does not require "${name}"`);
    if (code === 'unknown_member') {
      // The schema of a JSON Patch does not describe members.
      if (getType(headers) === 'application/json-patch+json') continue;
      const schema = getMedia(operation, getType(headers))!;
      if (isRestricted(schemas.findMember(schema, pointer?.split('/').at(-1) ?? ''))) continue;
      if (isJson(getType(headers)) && schemas.validationError(JSON.parse(body!), schema) === undefined)
        fail(`the document allows the member that the host rejects as unknown`);
    }
  }
}

// A member of a deepObject that is unknown or restricted.
function isUnknownMember(name: string, { name: parameterName, style, schema }: Parameter, schemas: Schemas): boolean {
  if (style !== 'deepObject') return false;
  const { properties = {} } = schema['additionalProperties'] as {
    properties?: Record<string, { description?: string }>;
  };
  const member = /\]\[([^\]]*)/.exec(name)?.[1];
  const isHidden = member !== undefined && isRestricted(properties[member]);
  return (
    isHidden ||
    schemas.validationError(objectIn(new URLSearchParams([[name, '']]), parameterName), schema) !== undefined
  );
}

/** Returns whether a parameter exists only in other formats. */
export function isForOtherFormat(headers: Headers, { description = '' }: Parameter): boolean {
  const accept = headers.get('accept');
  const listed = (start: string): string[] =>
    new RegExp(`${start} with ([^ ]+(?:, [^ ]+)*)\\.`).exec(description)?.[1]?.split(', ') ?? [];
  const supported = listed('Only');
  if (accept !== null && supported.length > 0) return !supported.some((type) => accept.includes(type));
  return listed('Not supported').some((type) => accept?.includes(type));
}

/** Returns whether a member or parameter is restricted. Users who cannot read a field get the same error as for an unknown one. */
export function isRestricted(described: object | undefined): boolean {
  return described !== undefined && JSON.stringify(described).includes('Only for users who may read it.');
}

function checkNotAcceptable(headers: Headers, operation: Json, fail: Fail): void {
  const accepted = (headers.get('accept') ?? '*/*').split(',').filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part));
  const successes = Object.entries(operation['responses'] as Record<string, Json>).filter(([status]) => status < '300');
  const types = successes.flatMap(([, { content = {} }]) => Object.keys(content as Json));
  const available = types.find((type) => accepted.some((text) => text.trim() === type));
  if (available !== undefined) fail(`the document describes a response of ${available}`);
}

interface SentError {
  readonly code?: string;
  readonly parameter?: string;
  readonly pointer?: string;
  readonly source?: { readonly parameter?: string; readonly pointer?: string };
}

function getErrors(text = '{}'): readonly SentError[] {
  try {
    const { errors = [] } = JSON.parse(text) as { errors?: readonly SentError[] };
    return errors;
  } catch {
    return [];
  }
}
