import { createHmac, createSecretKey } from 'node:crypto';
import { memoizeText } from 'oriel-core/http';
import type { RecordedExchange, RecordedResponseHead } from '../recorded-exchange.ts';
import { findCredential } from './find-credential.ts';

/**
 * Assigns ids to visitors: an HMAC of the session cookie or the `Authorization` header, truncated to 64 bits. Without the key, an id can
 * neither be computed from a cookie nor compared with the ids of another store.
 */
export class VisitorIds {
  readonly #readKey: () => string | undefined;
  #key: string | undefined;
  #compute: ((credential: string) => string) | undefined;

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
    return credential === undefined ? undefined : this.#findCompute()?.(credential);
  }

  #findCompute(): ((credential: string) => string) | undefined {
    const key = this.#readKey();
    if (key !== this.#key) {
      this.#key = key;
      this.#compute = key === undefined || key === '' ? undefined : createCompute(key);
    }
    return this.#compute;
  }
}

// The requests of a visitor have the same credential.
function createCompute(key: string): (credential: string) => string {
  const secret = createSecretKey(key, 'utf8');
  // The key also signs headers, which begin with another word.
  const compute = (credential: string): string =>
    createHmac('sha256', secret).update(`visitor ${credential}`).digest('hex').slice(0, ID_DIGITS);
  return memoizeText(compute, { entries: 100, length: 1_000 });
}

const ID_DIGITS = 16;
