import { KeyObject, createHmac, createPublicKey, createSecretKey, sign, timingSafeEqual, verify } from 'node:crypto';
import type { HubAlgorithm, HubKey } from './hub-config.ts';

/** The two readable parts of a token, before anybody believes them. */
export interface ReadToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** What is signed. */
  readonly content: string;
  readonly signature: Buffer;
}

/** Takes a token apart; undefined when it is none. */
export function readToken(token: string): ReadToken | undefined {
  const parts = COMPACT.exec(token);
  if (parts === null) return undefined;
  const header = readPart(parts[1]!);
  const claims = readPart(parts[2]!);
  if (header === undefined || claims === undefined) return undefined;
  // Extensions that must be understood are understood by nobody here (RFC 7515 §4.1.11).
  if ('crit' in header || 'b64' in header) return undefined;
  return {
    header,
    claims,
    content: token.slice(0, token.lastIndexOf('.')),
    signature: Buffer.from(parts[3]!, 'base64url'),
  };
}

/** A key in use: what it is for does not depend on what a token says. */
export class TokenKey {
  readonly algorithm: HubAlgorithm;
  readonly issuer: string | undefined;
  readonly id: string | undefined;
  readonly #key: KeyObject;

  /** @throws {TypeError} when the key does not fit its algorithm */
  constructor({ key, algorithm, issuer, id }: HubKey) {
    this.algorithm = algorithm;
    this.issuer = issuer;
    this.id = id;
    this.#key = toKeyObject(key, algorithm);
    const wanted = algorithm.startsWith('HS') ? 'secret' : KEY_TYPES[algorithm.slice(0, 2)];
    const type = this.#key.type === 'secret' ? 'secret' : this.#key.asymmetricKeyType;
    if (type !== wanted && !(wanted === 'ed25519' && type === 'ed448'))
      throw new TypeError(`A key for ${algorithm} has to be ${wanted}, not ${type}`);
  }

  /** Can it sign? A public key cannot. */
  get signs(): boolean {
    return this.#key.type !== 'public';
  }

  sign(claims: object, type: string): string {
    const header = { alg: this.algorithm, typ: type, ...(this.id === undefined ? {} : { kid: this.id }) };
    const content = `${encode(header)}.${encode(claims)}`;
    return `${content}.${this.#signature(content).toString('base64url')}`;
  }

  /** Was this signed with it, by its own algorithm? The token's word for the algorithm has to be the same. */
  verifies({ header, content, signature }: ReadToken): boolean {
    if (header['alg'] !== this.algorithm) return false;
    if (this.#key.type === 'secret') {
      const expected = this.#signature(content);
      return expected.length === signature.length && timingSafeEqual(expected, signature);
    }
    return verify(digestOf(this.algorithm), Buffer.from(content), this.#options(this.#key), signature);
  }

  #signature(content: string): Buffer {
    const digest = digestOf(this.algorithm);
    if (this.#key.type === 'secret') return createHmac(digest!, this.#key).update(content).digest();
    return sign(digest, Buffer.from(content), this.#options(this.#key));
  }

  #options(key: KeyObject): { key: KeyObject; dsaEncoding?: 'ieee-p1363'; padding?: number; saltLength?: number } {
    if (this.algorithm.startsWith('ES')) return { key, dsaEncoding: 'ieee-p1363' };
    if (this.algorithm.startsWith('PS')) return { key, padding: PSS_PADDING, saltLength: SALT_AS_DIGEST };
    return { key };
  }
}

const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/;
const KEY_TYPES: Readonly<Record<string, string>> = { RS: 'rsa', PS: 'rsa', ES: 'ec', Ed: 'ed25519' };
const PSS_PADDING = 6;
const SALT_AS_DIGEST = -1;

function digestOf(algorithm: HubAlgorithm): string | null {
  return algorithm === 'EdDSA' ? null : `sha${algorithm.slice(2)}`;
}

function toKeyObject(key: HubKey['key'], algorithm: HubAlgorithm): KeyObject {
  if (key instanceof KeyObject) return key;
  if (typeof key === 'object') return createPublicKey({ key, format: 'jwk' });
  if (algorithm.startsWith('HS')) return createSecretKey(Buffer.from(key));
  return createPublicKey(key);
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function readPart(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(DECODER.decode(Buffer.from(part, 'base64url')));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const DECODER = new TextDecoder('utf-8', { fatal: true });

/** Is this a JSON object? */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
