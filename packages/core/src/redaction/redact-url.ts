import { BUILT_IN_NAMES, isMasked } from './secret-names.ts';
import type { SecretNames } from './secret-names.ts';
import { MASK, splitName } from './sensitivity.ts';
import { isHighEntropy, isTokenLike, looksRandom, maskForms } from './value-forms.ts';

/** The values of the parameters of a route. */
export type RouteParameters = Readonly<Record<string, unknown>>;

type Pair = readonly [name: string, value: string];

/** What the redaction of a URL depends on. */
export interface UrlRules {
  readonly names?: SecretNames | undefined;
  /** The parameters of the route that the URL matches. */
  readonly parameters?: RouteParameters | undefined;
  /** Redacts the value of a parameter with a harmless name. */
  readonly text?: ((text: string) => string) | undefined;
}

/**
 * Redacts a URL: the password, segments of the path that are secrets, and secret parameters of the query and the fragment, which
 * may contain the response of a login. A segment is a secret if the route gives it a secret name, if it looks random behind a
 * segment such as `reset-password` or `webhooks`, or if it can be nothing but a token.
 */
export function redactUrl(url: string, rules: UrlRules = {}, depth = 0): string {
  const mark = url.search(/[?#]/);
  const path = redactPath(mark < 0 ? url : url.slice(0, mark), rules);
  if (mark < 0) return path;
  const hash = url.indexOf('#', mark);
  const end = hash < 0 ? url.length : hash;
  const query = end === mark ? '' : `?${redactQuery(url.slice(mark + 1, end), rules, depth)}`;
  if (hash < 0) return path + query;
  const fragment = url.slice(hash + 1);
  return `${path}${query}#${fragment.includes('=') ? redactQuery(fragment, rules, depth) : redactPath(fragment, rules)}`;
}

/**
 * Masks the values of secret parameters in an encoded query or form, also in URLs that are values. Other pairs are not changed.
 */
export function redactQuery(encoded: string, rules: UrlRules = {}, depth = 0): string {
  if (encoded === '') return encoded;
  const pairs = encoded.split('&', MAX_PAIRS);
  const decoded = pairs.map((pair): Pair => {
    const equals = pair.indexOf('=');
    return [decodeFormText(equals < 0 ? '' : pair.slice(0, equals)), decodeFormText(pair.slice(equals + 1))];
  });
  const results = redactPairs(decoded, rules, depth);
  if (pairs.length < MAX_PAIRS && results.every((pair, index) => pair === decoded[index])) return encoded;
  const redacted = results.map(([, value], index) => {
    const pair = pairs[index]!;
    const known = decoded[index]![1];
    if (value === known) return pair;
    const equals = pair.indexOf('=');
    const shown = pair.slice(equals + 1) === known ? value : encodeURIComponent(value).replaceAll(ENCODED_MASK, MASK);
    return pair.slice(0, equals + 1) + shown;
  });
  // Further pairs are not examined, so they are not stored.
  if (pairs.length === MAX_PAIRS) redacted.push(MASK);
  return redacted.join('&');
}

/** Redacts decoded pairs of a query or a form. Returns pairs without a secret as they are. */
export function redactPairs(pairs: readonly Pair[], rules: UrlRules, depth = 0): Pair[] {
  const { names = BUILT_IN_NAMES, text = maskForms } = rules;
  const hasCredentials = pairs.some((pair) => names.classify(pair[0]) === 'secret' && names.masks(pair[0], pair[1]));
  return pairs.map((pair) => {
    // Without destructuring, which calls an iterator until the function is optimized.
    const name = pair[0];
    const value = pair[1];
    const sensitivity = hasCredentials ? names.classifyAmongCredentials(name) : names.classify(name);
    const isSecret =
      isMasked(sensitivity, value) ||
      // Google's services have their key in `?key=`.
      (name === 'key' && isMasked('bare', value)) ||
      (name === 'code' && isMasked('bare', value) && (value.length >= MIN_CODE_LENGTH || isOauth(pairs))) ||
      (name === 'hash' && isHighEntropy(value));
    if (isSecret) return value === MASK ? pair : [name, MASK];
    // `next=/login?token=…`, `returnTo=https%3A%2F%2Fa.example%2F%23access_token%3D…`
    const isUrl = depth < MAX_DEPTH && /[?#/]/.test(value);
    const redacted = isUrl && !/\s/.test(value) ? redactUrl(value, rules, depth + 1) : text(value);
    return redacted === value ? pair : [name, redacted];
  });
}

function isOauth(pairs: readonly Pair[]): boolean {
  return pairs.some(([name]) => OAUTH.has(name));
}

const MAX_PAIRS = 2_000;
const MAX_DEPTH = 4;
const MIN_CODE_LENGTH = 16;
const OAUTH: ReadonlySet<string> = new Set(
  'state grant_type session_state redirect_uri client_id code_verifier id_token'.split(' '),
);

/** Returns the names of the parameters of a route whose values are secrets. */
export function findSecretParameters(path: string, parameters: RouteParameters, names = BUILT_IN_NAMES): string[] {
  return Object.entries(parameters)
    .filter(([name, value]) => typeof value === 'string' && isSecretParameter(path, name, value, names))
    .map(([name]) => name);
}

function isSecretParameter(path: string, name: string, value: string, names: SecretNames): boolean {
  const sensitivity = names.classify(name);
  if (sensitivity !== 'harmless') return isMasked(sensitivity === 'entropy' ? 'likely' : sensitivity, value);
  if (isTokenLike(value)) return true;
  const front = path.split(`/${value}`, 1)[0]!;
  if (!LEADS.test(front) || !front.split('/').some(leadsToSecret)) return false;
  return isMasked(names.classifyAmongCredentials(name), value) || looksRandom(value);
}

function redactPath(path: string, { names = BUILT_IN_NAMES, parameters }: UrlRules): string {
  const values = parameters && findSecretParameters(path, parameters, names).map((name) => String(parameters[name]));
  const hasValues = values !== undefined && values.length > 0;
  if (!hasValues && !mayHaveSecret(path)) return maskForms(path);
  let isLed = false;
  const segments = path.split('/', MAX_SEGMENTS).map((segment, index) => {
    const decoded = segment.includes('%') ? decode(segment) : segment;
    if (hasValues && values.includes(decoded)) return MASK;
    if (index > 0 && (isTokenLike(decoded) || (isLed && looksRandom(decoded)))) return MASK;
    isLed ||= leadsToSecret(segment);
    if (segment.includes('@')) return segment.replace(/^([^:@]*:).+@/, `$1${MASK}@`);
    if (segment.startsWith('bot')) return segment.replace(/^(bot\d+:).+/, `$1${MASK}`);
    return segment.replace(/;([^;=]{1,100})=([^;]+)/g, (match, name: string, value: string) =>
      names.masks(name, value) ? `;${name}=${MASK}` : match,
    );
  });
  return maskForms(segments.join('/'));
}

/** Returns whether a URL may have a secret that is not recognisable by its form. */
export function mayHaveSecret(url: string): boolean {
  return LONG.test(url) || LEADS.test(url);
}

// Of two segments in a URL, the first may be the host: `hooks.slack.com`.
function leadsToSecret(segment: string): boolean {
  return LEADS.test(segment) && splitName(segment).some((word) => LEADING.has(word));
}

const MAX_SEGMENTS = 200;
const LONG = /[?#;@]|(?:^|\/)[^/]{32}|\/bot\d/;
const LEADS =
  /reset|passw|token|magic|invit|verif|confirm|activat|subscri|secret|hook|otp|recover|unlock|share|keys?\b|join|login|signin/i;
const LEADING: ReadonlySet<string> = new Set(
  `reset resets password passwords token tokens magic invite invites invitation invitations verify verification confirm confirmation
  activate activation unsubscribe secret secrets hook hooks webhook webhooks otp recover recovery unlock share shared key keys join
  login signin`.split(/\s+/),
);

const ENCODED_MASK = encodeURIComponent(MASK);

function decodeFormText(text: string): string {
  return /[%+]/.test(text) ? decode(text.replaceAll('+', ' ')) : text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Decodes at least the ASCII characters, of which names consist.
    return text.replace(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  }
}
