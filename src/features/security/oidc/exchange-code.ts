import { fetchJson } from '../jwt/fetch-json.ts';
import type { LoginAttempt } from './login-attempt.ts';
import { TIMEOUT } from './oidc-issuer.ts';

/** Who this host is to an issuer. */
export interface OidcClient {
  readonly clientId: string;
  readonly clientSecret?: string;
}

/** Gives the code for a token of identity (OpenID Connect Core §3.1.3). @throws {Error} when there is none */
export async function exchangeCode(
  url: string,
  { clientId, clientSecret }: OidcClient,
  code: string,
  { redirect, verifier }: LoginAttempt,
): Promise<string> {
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier },
    ...(clientSecret === undefined ? { client_id: clientId } : {}),
  });
  const headers = { Accept: 'application/json', ...credentials(clientId, clientSecret) };
  const answer = (await fetchJson(url, TIMEOUT, { method: 'POST', headers, body })) as Record<string, unknown> | null;
  const token = answer?.['id_token'];
  if (typeof token !== 'string') throw new Error(`${url} answered without an id_token`);
  return token;
}

// Form-encoded first, as RFC 6749 §2.3.1 has it.
function credentials(id: string, secret: string | undefined): Record<string, string> {
  if (secret === undefined) return {};
  const encode = (text: string): string => encodeURIComponent(text).replace(/%20/g, '+');
  return { Authorization: `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}` };
}
