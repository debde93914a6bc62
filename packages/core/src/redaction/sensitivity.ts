/** The replacement for a secret. It is always the same, so that it does not reveal the length of the secret. */
export const MASK = '•••';

/**
 * What a name means for its value: `secret` masks every value, `text` every text that is not a number, `bare` a text without
 * white space, `likely` a text that looks random, `entropy` only a long one.
 */
export type Sensitivity = 'harmless' | 'entropy' | 'likely' | 'bare' | 'text' | 'secret';

/**
 * Returns the sensitivity of the value of a header, member, field, column, cookie or parameter. As in English, the last word of a
 * compound decides: `password_reset_token` is a token, `tokenType` is a type. Words that do not change what it is are skipped, as in
 * `password_confirmation`. The naming convention does not matter.
 */
export function classifyName(name: string): Sensitivity {
  const words = splitName(name);
  if (WHOLE_SECRETS.has(words.join(''))) return 'secret';
  let end = words.length;
  while (end > 1 && (QUALIFIERS.has(words[end - 1]!) || /^\d+$/.test(words[end - 1]!))) end--;
  const last = (words[end - 1] ?? '').replace(/(?<=[a-z]{3})\d+$/, '');
  const before = words[end - 2] ?? '';
  if ((end > 1 && COUNTING.has(words[0]!)) || NOT_SECRET_BEFORE.has(before)) return 'harmless';
  if (SECRETS.has(last)) return 'secret';
  if (LIKELY.has(last)) return 'likely';
  if (last === 'signature') return 'bare';
  if (last === 'key' || last === 'keys') return classifyKey(before, last === 'keys');
  if (last === 'code' || last === 'codes') return CODES.has(before) ? 'secret' : 'harmless';
  if (last === 'pass') return end === 1 || PASSES.has(before) ? 'text' : 'harmless';
  if (last === 'pin') return OTHER_PINS.has(before) ? 'harmless' : 'secret';
  if (PHRASES.has(`${before} ${last}`)) return 'secret';
  const isAbout = words.slice(0, end - 1).some((word) => SECRETS.has(word));
  return isAbout && !DESCRIPTORS.has(last) ? 'likely' : 'harmless';
}

function classifyKey(before: string, isPlural: boolean): Sensitivity {
  if (KEYS.has(before)) return isPlural ? 'likely' : 'secret';
  return before === '' || HARMLESS_KEYS.has(before) || isPlural ? 'harmless' : 'entropy';
}

/** Returns whether a header, field or parameter with this name contains a secret, whatever its value is. */
export function isSecretName(name: string): boolean {
  const sensitivity = classifyName(name);
  return sensitivity === 'secret' || sensitivity === 'text';
}

/**
 * Returns whether a name is that of a secret among credentials only, such as `hash` beside `salt`, `code` beside `password` and `id` in a
 * table of tokens.
 */
export function isContextual(name: string): boolean {
  const words = splitName(name);
  return words.length <= 2 && CONTEXTUAL.has(words.at(-1) ?? '') && !HARMLESS_KEYS.has(words[0]!);
}

/** Returns whether a name describes a value instead of having one, such as `type` and `minLength`. */
export function isDescriptor(name: string): boolean {
  return DESCRIPTORS.has(splitName(name).at(-1) ?? '');
}

/** Returns whether an object of this name contains other members than the secret: `auth`, `credentials`, `session`. */
export function isContainer(name: string): boolean {
  return CONTAINERS.has(splitName(name).at(-1) ?? '');
}

/** Returns whether the rows of a table, the members of a collection or the keys of a prefix are secrets, by its name. */
export function isSecretTable(name: string): boolean {
  const last = splitName(name).at(-1) ?? '';
  return TABLES.has(last) || classifyName(name) !== 'harmless';
}

/** Returns the words of a name in lower case, for any naming convention: `userAPIKey` has `user`, `api` and `key`. */
export function splitName(name: string): string[] {
  // Checks both ends of a long name, because the significant word is usually the last one.
  let text = name.length > 2 * HALF ? `${name.slice(0, HALF)} ${name.slice(-HALF)}` : name;
  if (NOT_ASCII.test(text)) text = text.normalize('NFKC');
  const parted = text.replace(HUMP, '$1 $2').replace(AFTER_CAPITALS, '$1 $2');
  return parted.toLowerCase().split(BETWEEN_WORDS).filter(Boolean).flatMap(splitCompound);
}

// `accesstoken`, `passwordhash`; "secretary" and "tokenizer" are other words.
function splitCompound(word: string): string[] {
  const [, front, secret, rest] = COMPOUND.exec(word) ?? [];
  if (secret === undefined || (front === '' && rest === '')) return [word];
  const after = rest === '' ? [] : splitCompound(rest!);
  const isKnown = after.every(
    (text) => SECRETS.has(text) || QUALIFIERS.has(text) || DESCRIPTORS.has(text) || /^\d+$/.test(text),
  );
  return isKnown || after.length > 1 ? [...(front === '' ? [] : [front!]), secret, ...after] : [word];
}

const HALF = 128;
const NOT_ASCII = /[^\0-\x7f]/;
const HUMP = /([a-z0-9])([A-Z])/g;
const AFTER_CAPITALS = /([A-Z])([A-Z][a-z])/g;
const BETWEEN_WORDS = /[^a-z0-9]+/;
const COMPOUND =
  /^(.*?)(passwords?|passwd|passwort|passphrase|passcode|secrets?|tokens?|(?:api|access|private|secret|auth|master)keys?|cookies?|credentials?|csrf|xsrf|sessid|session(?=id|token|key)|signature)(.*)$/;

const SECRETS =
  listWords(`password passwords passwd passwort passphrase passphrases passcode passcodes kennwort pwd pw passkey secret
  token jwt jws cookie cookies credential credentials authorization bearer apikey accesskey privatekey secretkey authkey masterkey
  otp totp otpauth cvv cvc csc ssn iban sessid csrf xsrf sig hmac samlresponse jwk mnemonic xauth`);
const LIKELY = listWords(
  'tokens secrets apikeys sid session auth ticket mfa 2fa tfa pan salt access refresh nonce pins accesskeys privatekeys dsn',
);
const QUALIFIERS =
  listWords(`hash hashed digest confirmation confirm confirmed repeat repeated again retype verify value string plain
  plaintext raw text new old current previous encrypted enc base64 hex base live test prod dev header param salt b64 pem
  production development staging default primary secondary`);
const NOT_SECRET_BEFORE = listWords(
  'public publishable page next continuation cursor sync design pagination debug cancel cancellation reasoning prompt completion',
);
// A client that knows the value of this header can turn on recording.
const WHOLE_SECRETS = listWords('xdebugrecord samlrequest');
const KEYS =
  listWords(`api private secret access signing encryption master client account shared storage app ssh session subscription
  function functions auth admin internal service security consumer deploy licence license derived decryption crypt cipher
  hmac jwt cookie password recovery webhook server role x sas stream write read license activation wrapping root`);
const HARMLESS_KEYS =
  listWords(`sort primary foreign cache partition row public publishable idempotency surrogate websocket composite
  route query translation message lookup group order map object storage_object country currency zip postal area status
  error reason tree commit git content file etag language locale data dom react css field search`);
const CODES =
  listWords(`mfa otp 2fa fa tfa factor time onetime verification confirmation activation recovery reset backup sms device login
  access auth authorization authentication oob pin pairing user security invite invitation unlock scratch magic signin email`);
const PASSES =
  listWords(`user db database mail smtp ftp imap admin root login my new old auth proxy redis mysql pg pgsql postgres http
  basic server wp ssh key store keystore email account mongo amqp ldap`);
const OTHER_PINS = listWords('map drop location gpio board');
const PHRASES = listWords(
  'session|id sess|id security|answer secret|answer security|stamp code|verifier oauth|verifier card|number creditcard|number credit|card card|num client|assertion jwt|assertion saml|assertion connection|string recovery|phrase seed|phrase x|session sas|url x|auth saml|response magic|link',
);
const CONTEXTUAL = listWords('code codes key hash salt access refresh digest data payload sid value verifier answer');
const DESCRIPTORS =
  listWords(`id ids type types name names count counts length len size limit max min policy policies rule rules at on by date time
  timestamp expiry expires expired expiration in ttl age url uri link endpoint path method methods enabled disabled required allowed
  valid invalid attempts retries used remaining left total status state kind format hint strength label placeholder description title
  field column table provider issuer audience scope scopes usage budget cost price symbol owner version changed change reset
  updated created algorithm alg scheme prefix suffix last4 location store storage service manager handler generator duration
  interval message messages error errors details pattern level iterations rounds encoding source mode options config settings
  autocomplete help example examples nullable keyword params property class role rate per minute hour day ui page screen form input
  days hours minutes seconds ms visible icon strategy ring street test tests`);
const CONTAINERS = listWords(
  'pin auth session sessions credential credentials authorization mfa 2fa access refresh jwk',
);
const COUNTING = listWords(
  'max min total num count is has number no show allow require requires forgot enable disable supports',
);
const TABLES = listWords(
  'tokens secrets passwords keys apikeys credentials sessions session otps codes invitations invites resets cookies',
);

function listWords(text: string): Set<string> {
  return new Set(text.split(/\s+/).map((word) => word.replace('|', ' ')));
}
