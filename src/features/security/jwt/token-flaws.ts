import { isLoopbackName } from '../../../core/http/authority.ts';
import type { Flaw } from '../authenticator.ts';
import { ALGORITHMS, isAlgorithm } from './algorithms.ts';
import { FixedKeySet } from './key-set.ts';
import { keysOf } from './token-rules.ts';
import type { TokenRules } from './token-rules.ts';

/** What is wrong with rules for tokens: what cannot work, and what would believe anybody. A secret is never told. */
export function flawsOfRules(rules: TokenRules): Flaw[] {
  return [...wrongAlgorithms(rules), ...wrongSources(rules)];
}

function* wrongAlgorithms({ algorithms }: TokenRules): Generator<Flaw> {
  if (!Array.isArray(algorithms) || algorithms.length === 0)
    return yield { reason: 'No algorithm is allowed', fix: "Name those that the issuer uses: algorithms: ['RS256']" };
  for (const each of algorithms as readonly unknown[]) {
    if (isAlgorithm(each)) continue;
    const none = typeof each === 'string' && each.toLowerCase() === 'none';
    yield {
      reason: none ? 'The algorithm "none" believes everybody' : `${JSON.stringify(each)} is no algorithm of tokens`,
      fix: `Choose among ${Object.keys(ALGORITHMS).join(', ')}`,
    };
  }
  const secret = algorithms.filter((each) => isAlgorithm(each) && ALGORITHMS[each].family === 'hmac').length;
  if (secret > 0 && secret < algorithms.length)
    yield {
      reason: 'Algorithms with a secret are mixed with those that have public keys',
      fix: 'Use two authenticators, each with the algorithms of its keys: a public key must never be taken for a secret',
    };
}

function* wrongSources(rules: TokenRules): Generator<Flaw> {
  const { secret, key, keys, jwks, algorithms } = rules;
  const given = [secret, key, keys, jwks].filter((each) => each !== undefined).length;
  if (given !== 1) {
    const fix = 'Give one of secret, key, keys and jwks';
    return yield { reason: given === 0 ? 'There is no key' : 'There are keys from several places', fix };
  }
  const names = (Array.isArray(algorithms) ? algorithms : []).filter(isAlgorithm);
  const hmac = names.filter((each) => ALGORITHMS[each].family === 'hmac');
  if (secret === undefined && hmac.length > 0)
    return yield {
      reason: `${hmac.join(', ')} need a secret, not a public key`,
      fix: 'Give secret, or other algorithms',
    };
  if (secret !== undefined) return yield* weakSecret(secret, names);
  if (jwks !== undefined) return yield* wrongJwks(rules);
  try {
    const set = keysOf(rules);
    if (!(set instanceof FixedKeySet)) return;
    const useless = names.find((each) => !set.keys.some((one) => one.fits(each)));
    if (useless !== undefined)
      yield {
        reason: `No key can verify ${useless}`,
        fix: 'RS and PS need RSA of 2,048 bits or more, ES256 the curve P-256, ES384 P-384, ES512 P-521, EdDSA Ed25519',
      };
  } catch {
    yield { reason: 'The key is no public key', fix: 'Give a PEM, a JWK or a KeyObject' };
  }
}

function* weakSecret(secret: string | Uint8Array, names: readonly (keyof typeof ALGORITHMS)[]): Generator<Flaw> {
  if (typeof secret !== 'string' && !((secret as unknown) instanceof Uint8Array)) {
    const fix = 'Give a string or a Uint8Array; of a KeyObject its export()';
    return yield { reason: 'The secret is neither text nor bytes', fix };
  }
  const bytes = Buffer.from(secret as string);
  const least = Math.max(32, ...names.map((each) => ALGORITHMS[each].bytes));
  const fix = `Take ${least} random bytes, such as openssl rand -base64 ${least} gives, from an environment variable`;
  const publicly = typeof secret === 'string' && secret.includes('-----BEGIN');
  if (publicly) yield { reason: 'The secret is a PEM, and the public half of a key pair is known to everybody', fix };
  else if (names.some((each) => ALGORITHMS[each].family !== 'hmac'))
    yield { reason: 'These algorithms need public keys, not a secret', fix: 'Give key or jwks, or algorithms of HS…' };
  if (bytes.length < least) yield { reason: `The secret has ${bytes.length} bytes; ${least} are needed`, fix };
  else if (new Set(bytes).size < 8) yield { reason: 'The secret repeats itself and can be guessed', fix };
}

function* wrongJwks({ jwks, issuer, audience }: TokenRules): Generator<Flaw> {
  const address = typeof jwks === 'string' ? jwks : jwks!.url;
  const url = URL.parse(address);
  if (url === null || !isSafe(url))
    yield {
      reason: `Keys from ${JSON.stringify(String(address).slice(0, 200))} could be exchanged on their way`,
      fix: 'Give an https URL; http only of this machine',
    };
  if (issuer === undefined || audience === undefined)
    yield {
      reason: 'An issuer that publishes its keys signs for others too, and any of their tokens would be believed',
      fix: 'Say issuer and audience',
    };
}

/** Can nobody between here and there change what is answered? */
export function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname));
}
