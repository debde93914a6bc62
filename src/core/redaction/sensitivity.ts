/** The replacement for a secret. It is always the same, so that it does not reveal the length of the secret. */
export const MASK = '•••';

/**
 * The sensitivity of values with a name. Under a `counted` name, such as `total_tokens` or `password_changed_at`, numbers
 * and dates are not secret; all other values are.
 */
export type Sensitivity = 'harmless' | 'secret' | 'counted';

/**
 * Returns whether a header, member, field, column, cookie or parameter of this name contains a secret. `apiKey`, `api_key`,
 * `API-Key` and `user[api key]` are the same name.
 *
 * @example
 * ```ts
 * import { sensitivityOf } from './sensitivity.ts';
 * sensitivityOf('X-Api-Key'); // => 'secret'
 * sensitivityOf('max_tokens'); // => 'counted'
 * sensitivityOf('author'); // => 'harmless'
 * ```
 */
export function sensitivityOf(name: string): Sensitivity {
  const words = wordsOfName(name);
  const whole = words.join('');
  const last = words.at(-1) ?? '';
  const speaks =
    ANYWHERE.test(whole) ||
    WHOLE.has(whole) ||
    (name.includes('[') && namesInside(name)) ||
    // `user[auth]` and `user.auth` have a member `auth`.
    (INSIDE.test(name) && WHOLE.has(wordsOfName(name.split(INSIDE).findLast((part) => part !== '') ?? '').join(''))) ||
    LAST_WORD.has(last) ||
    words.some((word) => ONE_WORD.has(word)) ||
    (words.length === 2 && whole === 'pincode');
  if (!speaks || HARMLESS.has(whole)) return 'harmless';
  return COUNTING.has(last) || COUNTING_FIRST.has(words[0]!) ? 'counted' : 'secret';
}

/**
 * Returns whether a header, field or parameter with this name contains a secret.
 *
 * @example
 * ```ts
 * import { isSecretName } from './sensitivity.ts';
 * isSecretName('X-Api-Key'); // => true
 * isSecretName('Accept'); // => false
 * ```
 */
export function isSecretName(name: string): boolean {
  return sensitivityOf(name) !== 'harmless';
}

/**
 * Returns the words of a name in lower case, for any naming convention.
 *
 * @example
 * ```ts
 * import { wordsOfName } from './sensitivity.ts';
 * wordsOfName('userAPIKey'); // => ['user', 'api', 'key']
 * ```
 */
export function wordsOfName(name: string): string[] {
  // Checks both ends of a long name, because the significant word is usually the last one.
  let text = name.length > 2 * HALF ? `${name.slice(0, HALF)} ${name.slice(-HALF)}` : name;
  if (NOT_ASCII.test(text)) text = text.normalize('NFKC');
  const parted = text.replace(HUMP, '$1 $2').replace(AFTER_CAPITALS, '$1 $2');
  return parted.toLowerCase().split(BETWEEN_WORDS).filter(Boolean);
}

// In `otp[]`, `auth[0]` and `user[pin][new]`, the value inside a secret is also secret.
function namesInside(name: string): boolean {
  return name.split('[', MOST_INSIDE).some((part) => {
    const words = wordsOfName(part);
    return WHOLE.has(words.join('')) || LAST_WORD.has(words.at(-1) ?? '');
  });
}

const MOST_INSIDE = 20;
const HALF = 128;
const INSIDE = /[[\].]+/;
const NOT_ASCII = /[^\0-\x7f]/;
const HUMP = /([a-z0-9])([A-Z])/g;
const AFTER_CAPITALS = /([A-Z])([A-Z][a-z])/g;
const BETWEEN_WORDS = /[^a-z0-9]+/;

// "secretary" and "tokenizer" are different words.
const ANYWHERE =
  /passw|passphrase|(?:mfa|otp|2fa|tfa|twofactor|onetime|verification|confirmation|activation|recovery|reset|backup|sms|device|login|access|auth|authorization)codes?|codeverifier|passcode|passkey|kennwort|secret(?!ar)|authorization|xauth(?!or)|cookie|credential|token(?!i[sz])|(?:api|private|secret|access|signing|encryption|master|client|account|shared|storage|app|ssh|session|subscription|functions?|auth|admin|internal|service|security|consumer|deploy|licen[cs]e)key|sessionid|sessid|csrf|xsrf|signature|cardn(?:umber|o$|um)|creditcard|ccnum|securitycode|socialsecurity/;
const ONE_WORD = new Set('pwd otp totp cvv cvc cvv2 cvc2 csc ssn jwt iban sid sig hmac'.split(' '));
const LAST_WORD = new Set(['pass', 'pin', 'auth']);
// A client that knows the value of this header can turn on recording.
const WHOLE = new Set(
  'auth mfa 2fa twofactor pins session xsession xkey bearer pan samlresponse oauthverifier securityanswer xdebugrecord'.split(
    ' ',
  ),
);
const HARMLESS = new Set(['tokentype', 'xdebugtoken', 'xdebugtokenlink']);
const COUNTING = new Set(
  'tokens count counts total length len size limit max min used remaining ttl age expiry expires expiration at in date required enabled valid attempts retries'.split(
    ' ',
  ),
);
const COUNTING_FIRST = new Set(['max', 'min', 'total', 'num', 'count', 'is', 'has']);

/**
 * Lower-case texts of which every secret name contains at least one, so that most texts need no closer look. A text that
 * is common in other names is here with the word that makes it secret.
 */
export const NAME_HINTS: readonly string[] =
  'mfa 2fa tfa factor confirmationcode confirmation_code confirmation-code activationcode activation_code activation-code resetcode reset_code reset-code logincode login_code login-code accesscode access_code access-code samlresponse onetime one_time one-time verif recovery backup sms device pass pwd secret token key auth cookie credential sess sid otp pin cvv cvc csc csrf xsrf sig jwt iban ssn hmac bearer card ccnum cc_num cc-num pan kennwort security verifier'.split(
    ' ',
  );
