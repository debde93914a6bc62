import { ServiceUnavailableError } from '../../../core/http/errors.ts';
import { fetchJson } from '../jwt/fetch-json.ts';
import { isSafe } from '../jwt/token-flaws.ts';

/** What an issuer says of itself (OpenID Connect Discovery §3), as far as a login needs it. */
export interface IssuerMetadata {
  readonly authorization: string;
  readonly token: string;
  readonly keys: string;
}

/** Finds out where an issuer does what: when the first login comes, and again after an hour. */
export class OidcIssuer {
  readonly url: string;
  #known: IssuerMetadata | undefined = undefined;
  #until = 0;
  #pending: Promise<IssuerMetadata> | undefined = undefined;

  constructor(url: string) {
    this.url = url;
  }

  /** @throws {ServiceUnavailableError} 503, when it cannot be asked or says what cannot be */
  metadata(): Promise<IssuerMetadata> {
    if (this.#known !== undefined && Date.now() < this.#until) return Promise.resolve(this.#known);
    return (this.#pending ??= this.#discover().finally(() => (this.#pending = undefined)));
  }

  async #discover(): Promise<IssuerMetadata> {
    try {
      const address = `${this.url.replace(/\/$/, '')}/.well-known/openid-configuration`;
      this.#known = readMetadata(await fetchJson(address, TIMEOUT), this.url);
      this.#until = Date.now() + AGE;
      return this.#known;
    } catch (cause) {
      throw unreachable(this.url, cause);
    }
  }
}

/** What cannot be answered because somebody else does not. */
export function unreachable(url: string, cause: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError(`The issuer ${url} does not answer as it should`, {
    type: '/problems/issuer-unavailable',
    code: 'ORIEL_ISSUER_UNAVAILABLE',
    headers: { 'Retry-After': '10' },
    cause,
  });
}

function readMetadata(document: unknown, issuer: string): IssuerMetadata {
  const { issuer: named, ...rest } = (document ?? {}) as Record<string, unknown>;
  // Whoever says they are somebody else may be (Discovery §4.3).
  if (named !== issuer) throw new Error(`It says that it is ${JSON.stringify(named)}, not ${JSON.stringify(issuer)}`);
  const urlOf = (name: string): string => {
    const value = rest[name];
    const url = typeof value === 'string' ? URL.parse(value) : null;
    if (url === null || !isSafe(url)) throw new Error(`Its ${name} is no https URL`);
    return url.href;
  };
  return { authorization: urlOf('authorization_endpoint'), token: urlOf('token_endpoint'), keys: urlOf('jwks_uri') };
}

export const TIMEOUT = 10_000;
const AGE = 3_600_000;
