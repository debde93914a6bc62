import { formatValue } from 'oriel-core/configuration';
import { describeDurationIssue, isLoopbackName } from 'oriel-core/http';
import type { AuthenticatorIssue } from '../authenticator.ts';
import { ALGORITHMS, isAlgorithm, minSecretBytes, publicKey } from './verification-key.ts';
import type { Algorithm } from './verification-key.ts';
import { FixedKeySet } from './key-set.ts';
import type { TokenRules } from './token-rules.ts';

/** Finds rules for tokens that cannot work, or that would accept forged tokens. No issue contains a secret. */
export function validateTokenRules(rules: TokenRules): AuthenticatorIssue[] {
  return [
    ...validateOptionTypes(rules),
    ...validateAlgorithms(rules),
    ...validateKeys(rules),
    ...validateDurations(rules),
  ];
}

/** Returns true for URLs whose responses cannot be changed on the network: https, or http on this machine. */
export function isSecureUrl(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname));
}

function* validateAlgorithms({ algorithms }: TokenRules): Generator<AuthenticatorIssue> {
  if (!Array.isArray(algorithms) || algorithms.length === 0)
    return yield { reason: 'No algorithm is allowed', fix: "List those that the issuer uses: algorithms: ['RS256']" };
  for (const algorithm of algorithms as readonly unknown[]) {
    if (isAlgorithm(algorithm)) continue;
    const isNone = typeof algorithm === 'string' && algorithm.toLowerCase() === 'none';
    yield {
      reason: isNone
        ? 'The algorithm "none" accepts tokens without a signature'
        : `${JSON.stringify(algorithm)} is not an algorithm of tokens`,
      fix: `Use one of ${Object.keys(ALGORITHMS).join(', ')}`,
    };
  }
  const withSecret = algorithms.filter((algorithm) => isAlgorithm(algorithm) && isHmac(algorithm)).length;
  if (withSecret > 0 && withSecret < algorithms.length)
    yield {
      reason: 'Algorithms with a secret are mixed with algorithms with public keys',
      fix: 'Use two authenticators, each with the algorithms of its keys: a public key must never be used as a secret',
    };
}

function* validateKeys(rules: TokenRules): Generator<AuthenticatorIssue> {
  const { secret, key, keys, jwks, algorithms } = rules;
  const sources = [secret, key, keys, jwks].filter((value) => value !== undefined).length;
  if (sources !== 1) {
    const fix = 'Set one of secret, key, keys and jwks';
    return yield { reason: sources === 0 ? 'There is no key' : 'There are keys from several sources', fix };
  }
  const names = (Array.isArray(algorithms) ? algorithms : []).filter(isAlgorithm);
  const hmac = names.filter(isHmac);
  if (secret === undefined && hmac.length > 0)
    return yield {
      reason: `${hmac.join(', ')} need a secret, not a public key`,
      fix: 'Set secret, or use other algorithms',
    };
  if (secret !== undefined) return yield* validateSecret(secret, names);
  if (jwks !== undefined) return yield* validateJwks(rules);
  try {
    const set = keys ?? new FixedKeySet([publicKey(key!)]);
    if (!(set instanceof FixedKeySet)) return;
    const unusable = names.find((name) => !set.keys.some((one) => one.fits(name)));
    if (unusable !== undefined)
      yield {
        reason: `No key can verify ${unusable}`,
        fix: 'RS and PS need RSA of 2,048 bits or more, ES256 the curve P-256, ES384 P-384, ES512 P-521, EdDSA Ed25519',
      };
  } catch {
    yield { reason: 'The key is not a public key', fix: 'Set a PEM, a JWK or a KeyObject' };
  }
}

function* validateSecret(secret: string | Uint8Array, names: readonly Algorithm[]): Generator<AuthenticatorIssue> {
  if (typeof secret !== 'string' && !((secret as unknown) instanceof Uint8Array)) {
    const fix = 'Set a string or a Uint8Array; for a KeyObject, the result of its export()';
    return yield { reason: 'The secret is neither a string nor bytes', fix };
  }
  const bytes = Buffer.from(secret as string);
  const minBytes = Math.max(32, ...names.map(minSecretBytes));
  const fix = `Read ${minBytes} random bytes from an environment variable; openssl rand -base64 ${minBytes} creates them`;
  if (typeof secret === 'string' && secret.includes('-----BEGIN'))
    yield { reason: 'The secret is a PEM, and the public half of a key pair is not secret', fix };
  else if (!names.every(isHmac))
    yield {
      reason: 'These algorithms need public keys, not a secret',
      fix: 'Set key or jwks, or use HS… algorithms',
    };
  if (bytes.length < minBytes) yield { reason: `The secret has ${bytes.length} bytes; ${minBytes} are needed`, fix };
  else if (new Set(bytes).size < 8) yield { reason: 'The secret repeats itself and can be guessed', fix };
}

function* validateJwks({ jwks, issuer, audience }: TokenRules): Generator<AuthenticatorIssue> {
  const url = URL.parse(String(jwks));
  if (url === null || !isSecureUrl(url))
    yield {
      reason: `Keys from ${JSON.stringify(String(jwks).slice(0, 200))} could be replaced on the network`,
      fix: 'Set an https URL; http is allowed only for this machine',
    };
  if (issuer === undefined || audience === undefined)
    yield {
      reason: 'An issuer that publishes its keys signs for other hosts too, and all of its tokens would be accepted',
      fix: 'Set issuer and audience',
    };
}

function* validateDurations({ clockSkew, maxAge }: TokenRules): Generator<AuthenticatorIssue> {
  for (const [name, value] of Object.entries({ clockSkew, maxAge })) {
    const expected = value === undefined ? undefined : describeDurationIssue(value);
    if (expected !== undefined) yield { reason: `${name} is ${formatValue(value)}`, fix: `Set ${expected}` };
  }
}

function isHmac(name: Algorithm): boolean {
  return ALGORITHMS[name].family === 'hmac';
}

/**
 * Returns an issue for each option whose value has another type than documented. The issues contain no values, because a value in
 * the wrong place may be a key.
 */
export function* validateOptionTypes(options: object): Generator<AuthenticatorIssue> {
  for (const [name, value] of Object.entries(options)) {
    const expected = EXPECTED.get(name);
    if (value === undefined || expected === undefined || expected.accepts(value)) continue;
    yield { reason: `${name} is ${describeType(value)}`, fix: expected.fix };
  }
}

interface Expected {
  readonly accepts: (value: unknown) => boolean;
  readonly fix: string;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isTextOrList = (value: unknown): boolean => isText(value) || isTextList(value);

const EXPECTED: ReadonlyMap<string, Expected> = new Map([
  ['keys', { accepts: isKeySet, fix: 'Set key for one key, or keys: keySet([…]) for keys that change' }],
  ['issuer', { accepts: isTextOrList, fix: 'Set the value of "iss", or a list of values' }],
  ['audience', { accepts: isTextOrList, fix: 'Set the value of "aud", or a list of values' }],
  ['type', { accepts: isText, fix: "Set the type of the header, such as 'at+jwt'" }],
  ['user', { accepts: isFunction, fix: 'Set a function: user: (claims) => ({ id: claims.sub, roles: [] })' }],
]);

function isKeySet(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { find, isFresh } = value as { readonly find?: unknown; readonly isFresh?: unknown };
  return !Array.isArray(value) && typeof find === 'function' && typeof isFresh === 'function';
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
