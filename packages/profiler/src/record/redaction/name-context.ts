import { types } from 'node:util';
import { memoizeText } from 'oriel-core/http';
import type { SecretNames, Sensitivity } from 'oriel-core/redaction';
import { isContainer, isDescriptor } from 'oriel-core/redaction';

/** Reads a member of an object without calling a getter. */
export type ReadMember = (key: string) => unknown;

/** What the members of an object mean for each other, and the object for its members. */
export interface Context {
  /** The sensitivity that values with harmless names have. */
  readonly inherited: Sensitivity;
  /** That of members with a key such as `value`, whose name is another member. */
  readonly named: Sensitivity;
  /** Whether texts are messages about fields, as below `errors`. */
  readonly isMessage: boolean;
  /** Whether the object has credentials, so that `code` or `hash` is a secret. */
  readonly hasCredentials: boolean;
  /** Whether the value is in a document of references with a secret name, any of whose texts may be the secret. */
  readonly masksTexts: boolean;
}

/** The context of a value that is in no object. */
export const NO_CONTEXT: Context = {
  inherited: 'harmless',
  named: 'harmless',
  isMessage: false,
  hasCredentials: false,
  masksTexts: false,
};

/** Returns the context of the members of an object. */
export function enterObject(
  outer: Context,
  keys: readonly string[],
  read: ReadMember,
  names: SecretNames,
  isParsed: boolean,
): Context {
  let roles = 0;
  for (const key of keys) roles |= findRoles(key);
  const named = (roles & IS_VALUE) === 0 ? 'harmless' : classifyNamedValue(keys, read, names);
  const hasCredentials = outer.hasCredentials || ((roles & IS_AMBIGUOUS) !== 0 && areCredentials(keys, read, names));
  // A node of Seroval has parallel lists of names and values.
  const masksTexts =
    outer.masksTexts || (isParsed && keys.includes('k') && keys.includes('v') && hasSecretName(read('k'), names));
  const isSame = named === outer.named && hasCredentials === outer.hasCredentials && masksTexts === outer.masksTexts;
  return isSame ? outer : { ...outer, named, hasCredentials, masksTexts };
}

function areCredentials(keys: readonly string[], read: ReadMember, names: SecretNames): boolean {
  if (keys.includes('hash') && keys.some((key) => IDENTITIES.has(key))) return true;
  if (typeof read('access') === 'string' && typeof read('refresh') === 'string') return true;
  if (keys.includes('code') && keys.some((key) => OAUTH.has(key))) return true;
  return keys.some((key) => {
    const value = names.classify(key) === 'secret' ? read(key) : undefined;
    return typeof value === 'string' && names.masks(key, value);
  });
}

function hasSecretName(list: unknown, names: SecretNames): boolean {
  return Array.isArray(list) && list.some((name) => typeof name === 'string' && names.classify(name) !== 'harmless');
}

// `{ name: 'password', value: … }`, the `path` of a JSON Patch, `{ type: 'password', value: … }`.
function classifyNamedValue(keys: readonly string[], read: ReadMember, names: SecretNames): Sensitivity {
  for (const key of keys) {
    const name = NAME_KEY.test(key) || TYPE_KEY.test(key) ? read(key) : undefined;
    if (typeof name !== 'string' || name.length > MAX_NAME_LENGTH) continue;
    if (TYPE_KEY.test(key) && PASSWORD_TYPE.test(name)) return 'secret';
    const sensitivity = TYPE_KEY.test(key)
      ? 'harmless'
      : names.classify(name.replace(/(?:\/\d+)+$/, '').replace(/^.*\//, ''));
    if (sensitivity !== 'harmless') return sensitivity;
  }
  return 'harmless';
}

/** Returns the context of the value of a member; its `inherited` is the sensitivity of the value. */
export function enterMember(object: Context, name: string, value: unknown, names: SecretNames): Context {
  const sensitivity = object.hasCredentials ? names.classifyAmongCredentials(name) : names.classify(name);
  if (object.named !== 'harmless' && (findRoles(name) & IS_VALUE) !== 0) return { ...object, inherited: object.named };
  const isHarmless = sensitivity === 'harmless';
  if (isHarmless && (findRoles(name) & IS_MESSAGE) !== 0)
    return { ...NO_CONTEXT, masksTexts: object.masksTexts, isMessage: true };
  // Below a message, the names are those of fields; but validation errors also repeat the rejected input.
  if (object.isMessage && !INPUTS.test(name)) return { ...object, inherited: isHarmless ? sensitivity : 'likely' };
  if (isHarmless && object.inherited === sensitivity && !object.isMessage) return object;
  const context = { ...object, isMessage: false };
  // The members of `auth` and `session` have names of their own.
  if (!isHarmless && hasMembers(value) && isContainer(name))
    return { ...context, inherited: 'harmless', hasCredentials: true };
  if (object.inherited === 'harmless' || sensitivity === 'secret') return { ...context, inherited: sensitivity };
  // Schemas and descriptions of a secret are no secrets.
  return { ...context, inherited: isHarmless && isDescriptor(name) ? sensitivity : object.inherited };
}

// A value, or the first element of a list, has names of its own.
function hasMembers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return false;
  const first: unknown = Array.isArray(value) ? Object.getOwnPropertyDescriptor(value, 0)?.value : value;
  return typeof first === 'object' && first !== null && !Array.isArray(first);
}

/**
 * Returns whether a list is a document of references with a secret name, as SvelteKit and Nuxt (devalue) and React Router (turbo-stream)
 * send them: objects refer to their values, and maybe to their names, by the index in the list. The value of a name may be any of its texts.
 */
export function isSecretDocument(list: readonly unknown[], names: SecretNames): boolean {
  if (list.length < 2 || !isReferences(list[0], list.length)) return false;
  return list.slice(0, MAX_EXAMINED).some((element) => {
    if (!isReferences(element, Infinity) || Array.isArray(element)) return false;
    const keys = Object.keys(element).map((key) => (/^_\d+$/.test(key) ? list[Number(key.slice(1))] : key));
    return hasSecretName(keys, names);
  });
}

// Negative numbers represent undefined, NaN and other values that JSON does not have.
function isReferences(value: unknown, length: number): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const members: unknown[] = Object.values(value);
  const numbers = Array.isArray(value) && typeof members[0] === 'string' ? members.slice(1) : members;
  return (
    numbers.length > 0 &&
    numbers.every((index) => Number.isInteger(index) && (index as number) >= -10 && (index as number) < length)
  );
}

/** Returns whether a member of JSON with this name is neither a secret nor makes another one a secret. */
export function isPlainName(name: string, names: SecretNames): boolean {
  return names.classify(name) === 'harmless' && (findRoles(name) & IS_VALUE) === 0 && !SPECIAL.has(name);
}

const SPECIAL: ReadonlySet<string> = new Set(['hash', 'access', 'code', 'parameters', 'params', 'bindings']);

const LIMITS = { entries: 2_000, length: 100 };
const IS_VALUE = 1;
const IS_AMBIGUOUS = 2;
const IS_MESSAGE = 4;
const MAX_EXAMINED = 20_000;
const MAX_NAME_LENGTH = 400;
const AMBIGUOUS = /code|key|hash|salt|access|refresh|digest|verifier|answer/i;
const IDENTITIES: ReadonlySet<string> = new Set(['salt', 'username', 'email', 'login']);
const OAUTH: ReadonlySet<string> = new Set(
  'state grant_type session_state redirect_uri redirectUri client_id clientId code_verifier id_token'.split(' '),
);
const MESSAGES = /^(?:errors|messages?|violations|issues|(?:field|form|validation|non_?field)_?errors?|constraints)$/i;
const INPUTS = /^(?:target|input|inputs|body|data|values?|config|request|params|headers|variables|cause|options)$/i;
const NAME_KEY =
  /^(?:(?:(?:field|param|parameter|header|property|attribute|variable|key)[_-]?)?name|key|path|field|header|param|parameter|property|attribute|variable|column|label|id)$/i;
const VALUE_KEY =
  /^(?:(?:new|old|default|current|raw|string|field|param|header|property|attribute)[_-]?)?(?:values?|val)$/i;
const TYPE_KEY = /^(?:type|kind)$/i;
const PASSWORD_TYPE = /^(?:password|passphrase|passcode|secret)$/i;

// Names are repeated, and looking one up is faster than expressions.
const findRoles = memoizeText(
  (key) =>
    (VALUE_KEY.test(key) ? IS_VALUE : 0) |
    (AMBIGUOUS.test(key) ? IS_AMBIGUOUS : 0) |
    (MESSAGES.test(key) ? IS_MESSAGE : 0),
  LIMITS,
);
