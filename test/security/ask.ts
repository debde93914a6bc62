import { Passwords } from '../../src/features/security/passwords.ts';
import { Refusal } from 'oriel/security';
import { toUserProvider } from '../../src/features/security/users/fixed-users.ts';
import type { Authenticator, SecurityServices } from 'oriel/security';
import { createContext } from '../../src/testing/index.ts';

export const SERVICES: SecurityServices = {
  users: toUserProvider(),
  passwords: new Passwords(),
  throttle: { attempt() {}, succeeded() {} },
};

/** What an authenticator makes of a bearer token: the id of the user, why it refuses, or nothing. */
export function ask(authenticator: Authenticator, token: string): Promise<string | undefined> {
  return askWith(authenticator, { Authorization: `Bearer ${token}` });
}

/** The same for any headers. */
export async function askWith(
  authenticator: Authenticator,
  headers: Readonly<Record<string, string>>,
  services = SERVICES,
): Promise<string | undefined> {
  if (authenticator.issues?.length) throw new TypeError(authenticator.issues.map(({ reason }) => reason).join('; '));
  const outcome = await authenticator.authenticate(createContext('GET /', { headers }), services);
  return outcome instanceof Refusal ? outcome.because : outcome?.id;
}
