import type { Described, Exchange, Json } from './contract.ts';
import { isJson, mediaOf, typeOf } from './contract-media.ts';
import { isNamed, objectIn } from './contract-parameters.ts';
import type { Parameter } from './contract-parameters.ts';
import type { Schemas } from './schemas.ts';

type Fail = (difference: string) => never;

/** What was refused as unknown, missing or unreadable must be so in the document, too. */
export function checkRefusal(
  { target, headers, body, answer }: Exchange,
  { operation, schemas }: Described,
  fail: Fail,
): void {
  // A media type may be refused for its parameters, and any for its coding (RFC 9110 §15.5.16).
  const plain = !headers.has('content-encoding');
  if (answer.status === 415 && body && plain && mediaOf(operation, headers.get('content-type') ?? ''))
    fail(`the document has a body of ${typeOf(headers)}`);
  // A suffix wins over what the client takes.
  if (answer.status === 406 && !/\.\w+(?:\?|$)/.test(target)) checkTaken(headers, operation, fail);
  const known = operation['parameters'] as readonly Parameter[];
  for (const { code, parameter, source, pointer = source?.pointer } of errorsOf(answer.text)) {
    const name = parameter ?? source?.parameter;
    if (code === 'unknown_parameter') {
      const parameter = known.find((each) => isNamed(each, name!));
      if (
        parameter &&
        !isForSome(parameter) &&
        !isElsewhere(headers, parameter) &&
        !isForeign(name!, parameter, schemas)
      )
        fail(`the document has the parameter "${name}"`);
    }
    if (code === 'required' && name !== undefined && !known.some((each) => each.name === name && each.required))
      fail(`the document does not demand "${name}"`);
    if (code === 'unknown_member') {
      // The schema of a JSON Patch has nothing to say about members.
      if (typeOf(headers) === 'application/json-patch+json') continue;
      const schema = mediaOf(operation, typeOf(headers))!;
      if (isForSome(schemas.memberOf(schema, pointer?.split('/').at(-1) ?? ''))) continue;
      if (isJson(typeOf(headers)) && schemas.flawOf(JSON.parse(body!), schema) === undefined)
        fail(`the document allows the member that is not known here`);
    }
  }
}

// A member of a group that no group has, or not for everybody.
function isForeign(name: string, { name: own, style, schema }: Parameter, schemas: Schemas): boolean {
  if (style !== 'deepObject') return false;
  const { properties = {} } = schema['additionalProperties'] as {
    properties?: Record<string, { description?: string }>;
  };
  const member = /\]\[([^\]]*)/.exec(name)?.[1];
  const isHidden = member !== undefined && isForSome(properties[member]);
  return isHidden || schemas.flawOf(objectIn(new URLSearchParams([[name, '']]), own), schema) !== undefined;
}

/** Is it a parameter of other formats? Some have words of their own. */
export function isElsewhere(headers: Headers, { description = '' }: Parameter): boolean {
  const not = /Not supported with ([^ ]+(?:, [^ ]+)*)\./.exec(description)?.[1]?.split(', ') ?? [];
  return not.some((type) => headers.get('accept')?.includes(type));
}

/** Not for everybody: whoever must not see a field must not learn of its parameters either. */
export function isForSome(described: object | undefined): boolean {
  return described !== undefined && JSON.stringify(described).includes('Only for users who may read it.');
}

function checkTaken(headers: Headers, operation: Json, fail: Fail): void {
  const wanted = (headers.get('accept') ?? '*/*').split(',').filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each));
  const answers = Object.entries(operation['responses'] as Record<string, Json>).filter(([status]) => status < '300');
  const types = answers.flatMap(([, { content = {} }]) => Object.keys(content as Json));
  const taken = types.find((type) => wanted.some((each) => each.trim() === type));
  if (taken !== undefined) fail(`the document answers ${taken}`);
}

interface SentError {
  readonly code?: string;
  readonly parameter?: string;
  readonly pointer?: string;
  readonly source?: { readonly parameter?: string; readonly pointer?: string };
}

function errorsOf(text = '{}'): readonly SentError[] {
  try {
    const { errors = [] } = JSON.parse(text) as { errors?: readonly SentError[] };
    return errors;
  } catch {
    return [];
  }
}
