import { MASK } from '../../../core/redaction/sensitivity.ts';
import { isBit, isCount } from '../../../core/redaction/secret-names.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import type { Sensitivity } from '../../../core/redaction/sensitivity.ts';

/** Returns whether a member with this key may name another one. */
export function isNameKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && NAME_KEY.test(key);
}

/**
 * Returns the sensitivity of the value that a member names, as in `{ name: 'password', value: … }`, `path` of JSON Patch, or
 * `{ type: 'password', value: … }`. All other members are harmless.
 */
export function sensitivityNamedBy(key: string, text: string, names: SecretNames): Sensitivity {
  if (isNameKey(key)) return sensitivityOfGivenName(text, names);
  return key.length <= MAX_KEY_LENGTH && TYPE_KEY.test(key) && PASSWORD_TYPE.test(text) ? 'secret' : 'harmless';
}

/** Returns whether a member with this key is the value of such a name. */
export function isValueKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && VALUE_KEY.test(key);
}

/** Returns the sensitivity of a name that is a value: `password`, `user.password`, `/users/0/password`. */
export function sensitivityOfGivenName(text: string, names: SecretNames): Sensitivity {
  // Both ends of a long name are checked.
  const bounded = text.length > 2 * HALF ? `${text.slice(0, HALF)}/${text.slice(-HALF)}` : text;
  const verdicts = bounded.split('/').map((segment) => names.of(segment.replaceAll('~1', '/').replaceAll('~0', '~')));
  return verdicts.includes('secret') ? 'secret' : verdicts.includes('counted') ? 'counted' : 'harmless';
}

/** Masks the values of pairs in text: `[['password', 'x']]`, `VALUES ('smtp_password', 'x')`. */
export function maskPairs(text: string, names: SecretNames): string {
  return text.replace(PAIR, (whole, front: string, _quote: string, name: string, between: string, value: string) => {
    return isMaskedAs(names.of(name), unquoted(value)) ? `${front}${between}${masked(value)}` : whole;
  });
}

/** Masks such values in text: `{ name: 'password', value: 'x' }`, `<param name="password" value="x"/>`. */
export function maskNamedValues(text: string, names: SecretNames): string {
  if (!text.includes('val') && !text.includes('Val')) return text;
  const forwards = text.replace(
    NAME_FIRST,
    (whole, front: string, quote: string, name: string, between: string, value: string) =>
      isMaskedAs(sensitivityNamedBy(keyIn(front), name, names), unquoted(value))
        ? `${front}${quote}${name}${quote}${between}${masked(value)}`
        : whole,
  );
  const backwards = forwards.replace(
    VALUE_FIRST,
    (whole, front: string, value: string, between: string, quote: string, name: string) =>
      isMaskedAs(sensitivityNamedBy(keyIn(between), name, names), unquoted(value))
        ? `${front}${masked(value)}${between}${quote}${name}${quote}`
        : whole,
  );
  const flow = backwards.replace(
    FLOW_NAME_FIRST,
    (whole, front: string, name: string, between: string, value: string) =>
      isMaskedBeside(name, unquoted(value), names) ? front + name + between + masked(value) : whole,
  );
  return flow.replace(FLOW_VALUE_FIRST, (whole, front: string, value: string, between: string, name: string) =>
    isMaskedBeside(name, unquoted(value), names) ? front + masked(value) + between + name : whole,
  );
}

/** Returns whether the value of such a name has to be masked. */
export function isMaskedBeside(name: string, value: string, names: SecretNames): boolean {
  return isMaskedAs(sensitivityOfGivenName(name, names), value);
}

/** Returns whether a value has to be masked that has a name of this sensitivity. */
export function isMaskedAs(verdict: Sensitivity, value: string): boolean {
  return verdict !== 'harmless' && !isBit(value) && value !== MASK && !(verdict === 'counted' && isCount(value));
}

// The last word, such as `name` in `, "name": `.
function keyIn(text: string): string {
  return /([\w-]+)[^\w-]*$/.exec(text)?.[1] ?? '';
}

function unquoted(value: string): string {
  return QUOTED.exec(value)?.[2] ?? value;
}

function masked(value: string): string {
  const quote = QUOTED.exec(value)?.[1] ?? '';
  return quote + MASK + quote;
}

const MAX_KEY_LENGTH = 40;
const HALF = 200;
export const NAMING =
  '(?:(?:(?:field|param|parameter|header|property|attribute|variable|key)[_-]?)?name|key|path|field|header|param|parameter|property|attribute|variable|column|label|id)';
export const VALUES =
  '(?:(?:new|old|default|current|raw|string|field|param|parameter|header|property|attribute|variable)[_-]?)?(?:values?|val)';
const TYPING = '(?:type|kind)';
const TYPE_KEY = new RegExp(`^${TYPING}$`, 'i');
const PASSWORD_TYPE = /^(?:password|passphrase|passcode|secret)$/i;
const NAME_KEY = new RegExp(`^${NAMING}$`, 'i');
const VALUE_KEY = new RegExp(`^${VALUES}$`, 'i');
const QUOTED = /^(\\{0,3}["'`])(.*?)(?:\\{0,3}["'`])$/s;
const ASSIGNS = String.raw`\\{0,3}["'\x60]?\s{0,4}[:=]\s{0,4}`;
const QUOTE = String.raw`(\\{0,3}["'\x60])`;
const GIVEN = String.raw`((?:[^"'\x60\\\n]|\\[^"'\x60]){1,400}?)`;
const LITERAL = String.raw`(\\{0,3}"[^"\n]{0,4000}"|'[^'\n]{0,4000}'|[\w.+-]{1,400})`;
const PAIR =
  /(?<=(?:[[({,]|\bvalues)\s{0,8})([[(]\s{0,8}(\\{0,3}["'`])([\w .$/~-]{1,200}))(\2\s{0,8},\s{0,8})(\\{0,3}"[^"\n]{0,4000}"|'[^'\n]{0,4000}')(?=\s{0,8}[\])])/gi;
const NAME_FIRST = new RegExp(
  String.raw`(?<![\w-])((?:${NAMING}|${TYPING})${ASSIGNS})${QUOTE}${GIVEN}\2(\s{0,8},?\s{0,8}\\{0,3}["'\x60]?(?<![\w-])${VALUES}${ASSIGNS})${LITERAL}`,
  'gi',
);
const VALUE_FIRST = new RegExp(
  String.raw`(?<![\w-])(${VALUES}${ASSIGNS})${LITERAL}(\s{0,8},?\s{0,8}\\{0,3}["'\x60]?(?<![\w-])(?:${NAMING}|${TYPING})${ASSIGNS})${QUOTE}${GIVEN}\4`,
  'gi',
);
// Flow mappings of YAML: `{name: password, value: x}`.
const PLAIN = String.raw`(?:[^\s,{}[\]"'\x60][^,{}[\]"'\x60\n]{0,400}|"[^"\n]{0,4000}"|'[^'\n]{0,4000}')`;
const FLOW_NAME_FIRST = new RegExp(
  String.raw`(?<![\w-])(${NAMING}:\s{1,4})([\w.$/~-]{1,400})(\s{0,4},\s{0,4}${VALUES}:\s{1,4})(${PLAIN})`,
  'gi',
);
const FLOW_VALUE_FIRST = new RegExp(
  String.raw`(?<![\w-])(${VALUES}:\s{1,4})(${PLAIN})(\s{0,4},\s{0,4}${NAMING}:\s{1,4})([\w.$/~-]{1,400})`,
  'gi',
);
