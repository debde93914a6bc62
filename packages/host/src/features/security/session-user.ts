import type { Session, User } from 'oriel-core/http';

export interface SessionUser {
  /** The authenticator of the login. Other authenticators ignore the session. */
  readonly by: string;
  readonly id: string;
  /** Changes with the password, which ends all sessions that were started with the previous one. */
  readonly proof?: string;
  /** The user at the time of the login, if the host has no account for it. */
  readonly user?: User;
}

/** Returns the user of a session if this authenticator logged it in. */
export async function readUser(session: Session, by: string): Promise<SessionUser | undefined> {
  const stored = (await session.get(KEY)) as SessionUser | undefined;
  return stored?.by === by ? stored : undefined;
}

/** Stores the user in a session and gives the session a new id, which prevents session fixation. */
export async function logIn(session: Session, user: SessionUser): Promise<void> {
  const before = (await session.get(KEY)) as SessionUser | undefined;
  await session.regenerate();
  // Data of another user must not become visible.
  if (before !== undefined && before.id !== user.id) await session.destroy();
  await session.set(KEY, user);
}

/** Removes the user from a session and keeps its other data. */
export function logOut(session: Session): Promise<void> {
  return session.delete(KEY);
}

const KEY = '@user';
