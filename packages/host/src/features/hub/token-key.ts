import { KeyObject, createHmac, createPublicKey, createSecretKey, sign } from 'node:crypto';
import type { FoundKeys, KeySet } from '../security/jwt/key-set.ts';
import { createTokenVerifier } from '../security/jwt/token-verifier.ts';
import type { TokenVerifier, VerifiedToken } from '../security/jwt/token-verifier.ts';
import type { HubAlgorithm, HubKey } from './hub-config.ts';
import type { Message } from 'oriel-core/messages';

/** A key of a hub. The configuration fixes its algorithm, not the token. It signs synchronously, with `node:crypto`. */
export class TokenKey {
  readonly algorithm: HubAlgorithm;
  readonly issuer: string | undefined;
  readonly #key: KeyObject;
  #verifier: TokenVerifier | undefined;

  /** @throws {TypeError} if the type of the key does not match its algorithm */
  constructor({ key, algorithm, issuer }: HubKey) {
    this.algorithm = algorithm;
    this.issuer = issuer;
    this.#key = toKeyObject(key, algorithm);
    const wanted = algorithm.startsWith('HS') ? 'secret' : KEY_TYPES[algorithm.slice(0, 2)];
    const type = this.#key.type === 'secret' ? 'secret' : this.#key.asymmetricKeyType;
    if (type !== wanted) throw new TypeError(`A key for ${algorithm} must be of type ${wanted}, not ${type}`);
  }

  get canSign(): boolean {
    return this.#key.type !== 'public';
  }

  /** Signs claims. @param type the media type of the token (`typ`) */
  sign(claims: object, type: string): string {
    const header = { alg: this.algorithm, typ: type };
    const content = `${encode(header)}.${encode(claims)}`;
    return `${content}.${this.#signature(content).toString('base64url')}`;
  }

  verify(token: string): Promise<VerifiedToken | Message> {
    return this.verifier.verify(token);
  }

  /** @throws {Error} if the package `jose` is not installed */
  get verifier(): TokenVerifier {
    const key = this.#key.type === 'private' ? createPublicKey(this.#key) : this.#key;
    const found: FoundKeys = { keys: [key], version: { isCurrent: true } };
    const keys: KeySet = { find: () => found, isFresh: () => true };
    const rules = { algorithms: [this.algorithm], keys, clockSkew: 0, optionalTimes: true, longest: Infinity };
    return (this.#verifier ??= createTokenVerifier(rules, 'The hub'));
  }

  #signature(content: string): Buffer {
    const key = this.#key;
    const digest = this.algorithm === 'EdDSA' ? null : `sha${this.algorithm.slice(2)}`;
    if (key.type === 'secret') return createHmac(digest!, key).update(content).digest();
    const bytes = Buffer.from(content);
    if (this.algorithm.startsWith('ES')) return sign(digest, bytes, { key, dsaEncoding: 'ieee-p1363' });
    if (this.algorithm.startsWith('PS')) return sign(digest, bytes, { key, padding: PSS_PADDING, saltLength: DIGEST });
    return sign(digest, bytes, key);
  }
}

const KEY_TYPES: Readonly<Record<string, string>> = { RS: 'rsa', PS: 'rsa', ES: 'ec', Ed: 'ed25519' };
const PSS_PADDING = 6;
/** Salts as long as the digest, as RFC 7518 §3.5 requires. */
const DIGEST = -1;

function toKeyObject(key: HubKey['key'], algorithm: HubAlgorithm): KeyObject {
  if (key instanceof KeyObject) return key;
  if (typeof key === 'object') return createPublicKey({ key, format: 'jwk' });
  if (algorithm.startsWith('HS')) return createSecretKey(Buffer.from(key));
  return createPublicKey(key);
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
