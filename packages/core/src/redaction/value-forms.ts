import { MASK } from './sensitivity.ts';

/**
 * Masks what is a secret by its form, wherever it is: JSON Web Tokens, keys of well-known services, private keys, hashes of
 * passwords, card numbers. `found` is what {@link scanText} returned for the text.
 */
export function maskForms(text: string, found = scanText(text)): string {
  let masked = text;
  if ((found & RUN) !== 0) masked = text.replace(FORMS, (form) => (SCHEME.exec(form)?.[0] ?? '') + MASK);
  if ((found & NUMBER) === 0) return masked;
  return masked.replace(CARDS, (number) => (isCardNumber(number) ? MASK : number));
}

/**
 * Returns what a text has that secrets have, as bits: a long run of characters, many digits, or a character of assignments, URLs, fields
 * and statements. Most texts have none, and reading their characters once is much faster than the expressions.
 */
export function scanText(text: string): number {
  let [found, run, digits] = [0, 0, 0];
  for (let index = 0; index < text.length && found !== (RUN | NUMBER | MARK); index++) {
    const kind = KINDS[text.charCodeAt(index)] ?? 0;
    run = (kind & RUN) === 0 ? 0 : run + 1;
    digits = (kind & NUMBER) === 0 ? 0 : digits + 1;
    found |= (kind & MARK) | (run > 12 ? RUN : 0) | (digits > 14 ? NUMBER : 0);
  }
  return text.includes('Bearer ') || text.includes('Basic ') ? found | RUN : found;
}

const RUN = 1;
const NUMBER = 2;
const MARK = 4;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) =>
  [/[\w./+=$-]/, /[\d -]/, /[:=/<'"`(]/].reduce(
    (kind, set, bit) => kind | (set.test(String.fromCharCode(code)) ? 1 << bit : 0),
    0,
  ),
);
const SCHEME = /^(?:Bearer|Basic) /;
const FORM = [
  String.raw`(?<![\w-])eyJ[\w-]{5,}\.[\w-]{2,}(?:\.[\w-]*){0,4}`,
  String.raw`-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-----END [A-Z ]{0,40}-----)?`,
  // Hashes of passwords: bcrypt and crypt, PHC strings, those of Django, Werkzeug and LDAP.
  String.raw`\$(?:2[abxy]?|[156]|y|7|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]*|sha1|md5|shiro1)\$[\w./+=,$-]{16,}`,
  String.raw`(?<![\w-])(?:pbkdf2_sha\d+|pbkdf2:sha\d+:\d+|argon2|bcrypt_sha256|bcrypt|scrypt(?::\d+)*)\$[\w./+=,:$-]{16,}`,
  String.raw`\{(?:S?SHA(?:256|512)?|S?MD5|CRYPT|PBKDF2)\}[\w./+=$-]{16,}`,
  // Keys and tokens of services begin with a word that scanners of repositories know, too.
  String.raw`(?<![\w-])(?:(?:sk|rk)_(?:live|test)_|whsec_|gh[oprsu]_|github_pat_|glpat-|gl[a-z]{2,5}-|xox[a-z]-|xapp-|npm_|pypi-|dop_v1_|shp(?:at|ca|pa|ss)_|sbp_|sb_secret_|hvs\.|hf_|lin_api_|ntn_|dapi|PMAK-|dp\.pt\.|ATATT3|GOCSPX-|SG\.|sk-(?:ant-|proj-|or-)?|AIza|ya29\.|key-|EAA|sq0(?:csp|atp)-|rpa_|figd_|AGE-SECRET-KEY-1|re_|pscale_\w{1,10}_|secret_)[\w./=+-]{16,}`,
  String.raw`(?<![\w])(?:AKIA|ASIA)[A-Z0-9]{16}(?![\w])`,
  String.raw`(?<![\w])\d{8,10}:AA[\w-]{33}`,
  String.raw`(?<![\w])(?:pi|seti|cs|src)_\w{1,60}_secret_\w{10,}`,
  String.raw`(?<![\w])(?:Bearer|Basic) (?=[A-Za-z._~+/=-]{0,200}\d)[\w.~+/=-]{8,}`,
].join('|');
const FORMS = new RegExp(FORM, 'g');
const CARDS =
  /(?<![\w.:-])(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6\d{3}|3[47]\d\d)(?:[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}|[ -]?\d{6}[ -]?\d{5})(?![\w-]|\.\d)/g;

// The algorithm of Luhn.
function isCardNumber(text: string): boolean {
  const digits = Array.from(text.replace(/\D/g, ''), Number).reverse();
  const values = digits.map((digit, index) => (index % 2 === 0 ? digit : 2 * digit - (digit > 4 ? 9 : 0)));
  return values.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

/** Returns whether a text looks like it was generated, unlike words, slugs, numbers, dates and URLs. */
export function looksRandom(text: string): boolean {
  if (text.length < 6 || !/^[\w.~+/=:%$@!*-]+$/.test(text) || PLAIN.test(text)) return false;
  return !text.split(SEPARATORS).every((segment) => WORD.test(segment));
}

const PLAIN =
  /^(?:\d+(?:[.,:]\d+)*|\d{4}-\d\d-\d\d(?:[T ][\d:.Z+-]*)?|[a-z]+:\/\/.*|\/.*|[\w.-]*\.[a-z]{2,4}\d?|0x[\da-fA-F]{40})$/;
const SEPARATORS = /[-_.:/]/;
const WORD = /^(?:[a-z]{0,20}|[A-Z][a-z]{0,20}|[A-Z]{1,10}|\d{1,4}|[a-z]{1,12}\d{1,2}|[a-z]+(?:[A-Z][a-z]+){1,4})$/;

/** Returns whether a text is as long as a generated key, and neither a UUID nor words. */
export function isHighEntropy(text: string): boolean {
  return text.length >= 20 && looksRandom(text) && !UUID.test(text) && /\d/.test(text) && /[a-z]/i.test(text);
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Returns whether a segment of a path can be nothing but a secret: no identifier or digest is as long and as mixed. */
export function isTokenLike(segment: string): boolean {
  if (segment.length < 32 || segment.length > 4_096) return false;
  if (/^[\da-f]+$/i.test(segment)) return segment.length >= 64;
  return /^[\w~=-]+$/.test(segment) && /\d/.test(segment) && /[a-z]/.test(segment) && /[A-Z]/.test(segment);
}
