import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { RecordedExchange, RecordedResponseHead } from '../recorded-exchange.ts';
import { findCredential } from './find-credential.ts';

/**
 * Assigns ids to visitors: an HMAC of the session cookie or the `Authorization` header, truncated to 64 bits. Without the key, an id can
 * neither be computed from a cookie nor compared with the ids of another store.
 */
export class VisitorIds {
  readonly #readKey: () => string | undefined;
  #text: string | undefined;
  #key: KeyObject | undefined;

  /** @param readKey returns the key; called for each id, because a store can be replaced; undefined if it is unavailable */
  constructor(readKey: () => string | undefined) {
    this.#readKey = readKey;
  }

  /** Returns the id of the visitor of a request as 16 hexadecimal digits; undefined without a session or credentials. */
  identify(
    request: Pick<RecordedExchange, 'headers'>,
    response: Pick<RecordedResponseHead, 'headers'>,
  ): string | undefined {
    const credential = findCredential(request.headers, response.headers);
    const key = credential === undefined ? undefined : this.#findKey();
    if (credential === undefined || key === undefined) return undefined;
    // The key also signs headers, which begin with another word.
    return createHmac('sha256', key).update(`visitor ${credential}`).digest('hex').slice(0, ID_DIGITS);
  }

  #findKey(): KeyObject | undefined {
    const text = this.#readKey();
    if (text !== this.#text) {
      this.#text = text;
      this.#key = text === undefined || text === '' ? undefined : createSecretKey(text, 'utf8');
    }
    return this.#key;
  }
}

const ID_DIGITS = 16;
