import { Passwords } from '../../packages/host/src/features/security/passwords.ts';
import { Refusal } from 'oriel-host/security';
import { toUserProvider } from '../../packages/host/src/features/security/users/user-provider.ts';
import type { Authenticator, SecurityServices } from 'oriel-host/security';
import { createContext } from '../../packages/host/src/testing/index.ts';

export const SERVICES: SecurityServices = {
  users: toUserProvider(),
  passwords: new Passwords(),
  throttle: { attempt() {}, succeeded() {} },
};

/** Authenticates a bearer token. Returns the id of the user, the reason of a refusal, or undefined. */
export function authenticateToken(authenticator: Authenticator, token: string): Promise<string | undefined> {
  return authenticateHeaders(authenticator, { Authorization: `Bearer ${token}` });
}

/** Authenticates a request with these headers. */
export async function authenticateHeaders(
  authenticator: Authenticator,
  headers: Readonly<Record<string, string>>,
  services = SERVICES,
): Promise<string | undefined> {
  if (authenticator.issues?.length) throw new TypeError(authenticator.issues.map(({ reason }) => reason).join('; '));
  const outcome = await authenticator.authenticate(createContext('GET /', { headers }), services);
  return outcome instanceof Refusal ? outcome.because : outcome?.id;
}
