import type * as OpenidClient from 'openid-client';
import { PEERS } from '../../../peer-packages.ts';
import { ServiceUnavailableError, UnauthorizedError } from 'oriel-core/http';
import { boundedFetch } from '../jwt/bounded-fetch.ts';
import type { Claims } from '../jwt/parse-token.ts';
import { isSecureUrl } from '../jwt/validate-token-rules.ts';
import type { LoginAttempt } from './login-attempt.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** The issuer, and how this host is registered with it. */
export interface OidcClient {
  /** The issuer, exactly as in its metadata: `https://accounts.example.com`. */
  readonly issuer: string;
  /** The id of this host at the issuer. */
  readonly clientId: string;
  /**
   * The secret of this host; omitted for public clients.
   * @default –
   */
  readonly clientSecret?: string;
}

/** An OpenID Connect issuer. Its metadata are fetched for the first login and again after an hour, by `openid-client`. */
export class OidcIssuer {
  readonly #client: OidcClient;
  readonly #algorithms: readonly string[];
  readonly #openid: () => typeof OpenidClient;
  #configuration: OpenidClient.Configuration | undefined = undefined;
  #until = 0;
  #pending: Promise<OpenidClient.Configuration> | undefined = undefined;

  /**
   * @param algorithms with which the issuer may sign ID tokens
   * @throws {Error} if `openid-client` is not installed
   */
  constructor(client: OidcClient, algorithms: readonly string[]) {
    this.#client = client;
    this.#algorithms = algorithms;
    this.#openid = PEERS.load<typeof OpenidClient>('openid-client', 'oidcLogin()');
  }

  /**
   * Returns the URL of the issuer that starts a login (authorization code with PKCE).
   *
   * @throws {ServiceUnavailableError} 503 if the metadata cannot be fetched or are not valid
   */
  async authorizationUrl(attempt: LoginAttempt, scopes: readonly string[]): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = this.#openid();
    const url = buildAuthorizationUrl(await this.#configure(), {
      redirect_uri: attempt.redirect,
      scope: scopes.join(' '),
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * Exchanges the code of a response for an ID token (OpenID Connect Core §3.1.3) and verifies the token and its signature.
   *
   * @param query of the request that redirected the user back
   * @returns the claims of the ID token
   * @throws {UnauthorizedError} 401 if the response or the token is not valid
   * @throws {ServiceUnavailableError} 503 if the issuer does not respond as specified
   */
  async exchange(query: string, attempt: LoginAttempt): Promise<Claims> {
    const configuration = await this.#configure();
    const url = new URL(attempt.redirect);
    url.search = query;
    if (!url.searchParams.has('code') && !url.searchParams.has('error')) throw rejected(NOT_VALID);
    try {
      const tokens = await this.#openid().authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      // openid-client checks the authorized party only if there are several audiences.
      if (claims === undefined || (claims.azp !== undefined && claims.azp !== this.#client.clientId))
        throw rejected(NOT_VALID);
      return claims;
    } catch (error) {
      throw error instanceof UnauthorizedError ? error : this.#toHttpError(error);
    }
  }

  #configure(): Promise<OpenidClient.Configuration> {
    if (this.#configuration !== undefined && Date.now() < this.#until) return Promise.resolve(this.#configuration);
    return (this.#pending ??= this.#discover().finally(() => (this.#pending = undefined)));
  }

  async #discover(): Promise<OpenidClient.Configuration> {
    const openid = this.#openid();
    const { issuer, clientId, clientSecret } = this.#client;
    const auth = clientSecret === undefined ? openid.None() : openid.ClientSecretBasic(clientSecret);
    const fetch: OpenidClient.CustomFetch = (url, { body, ...init }) =>
      boundedFetch(url, { ...init, body: body ?? null });
    // Only issuers on this machine may use http; other ones are a configuration error.
    // oxlint-disable-next-line typescript/no-deprecated -- marked as deprecated so that it is conspicuous
    const insecure = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
    try {
      const found = await openid.discovery(new URL(issuer), clientId, undefined, auth, {
        [openid.customFetch]: fetch,
        execute: insecure,
        timeout: TIMEOUT_SECONDS,
      });
      const stated = JSON.parse(JSON.stringify(found.serverMetadata())) as OpenidClient.ServerMetadata;
      const metadata = { ...stated, id_token_signing_alg_values_supported: [...this.#algorithms] };
      assertEndpoints(metadata);
      const configuration = new openid.Configuration(metadata, clientId, undefined, auth);
      configuration[openid.customFetch] = fetch;
      configuration.timeout = TIMEOUT_SECONDS;
      for (const extend of [...insecure, openid.enableNonRepudiationChecks]) extend(configuration);
      this.#configuration = configuration;
      this.#until = Date.now() + MAX_AGE_MS;
      return configuration;
    } catch (cause) {
      throw unavailable(issuer, cause);
    }
  }

  #toHttpError(error: unknown): UnauthorizedError | ServiceUnavailableError {
    const { AuthorizationResponseError, ResponseBodyError, ClientError } = this.#openid();
    if (error instanceof AuthorizationResponseError) return rejected(message('oidc.not-authenticated'), error);
    // Status 400 is about the code (RFC 6749 §5.2), others are about the issuer and this host.
    if (error instanceof ResponseBodyError && error.status === 400)
      return rejected(message('oidc.code-rejected'), error);
    if (error instanceof ClientError && INVALID_RESPONSE.test(error.code ?? '')) return rejected(NOT_VALID, error);
    return unavailable(this.#client.issuer, error);
  }
}

/** Creates the error of a login that is rejected, with status 401. */
export function rejected(detail: Message, cause?: unknown): UnauthorizedError {
  return new UnauthorizedError(detail, { type: '/problems/unauthorized', cause });
}

function unavailable(issuer: string, cause: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError(`The issuer ${issuer} does not respond as specified`, {
    type: '/problems/issuer-unavailable',
    code: 'ORIEL_ISSUER_UNAVAILABLE',
    headers: { 'Retry-After': '10' },
    cause,
  });
}

function assertEndpoints(metadata: OpenidClient.ServerMetadata): void {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const url = URL.parse(metadata[name] ?? '');
    if (url === null || !isSecureUrl(url)) throw new Error(`The ${name} of the issuer is not an https URL`);
  }
}

const NOT_VALID = message('oidc.invalid-response');
/** Codes of errors about the response that the user brought, or about the ID token. */
const INVALID_RESPONSE = /^OAUTH_(?:INVALID_RESPONSE|JWT_|JSON_ATTRIBUTE|KEY_SELECTION)/;
const TIMEOUT_SECONDS = 10;
const MAX_AGE_MS = 3_600_000;
