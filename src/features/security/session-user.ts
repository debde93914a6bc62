import type { Session } from '../../core/http/session.ts';
import type { User } from '../../core/http/user.ts';

/** Who a session is of, and who says so. */
export interface SessionUser {
  /** The authenticator that let them in; no other believes it. */
  readonly by: string;
  readonly id: string;
  /** Changes with the password: then every session that was begun with the old one ends. */
  readonly proof?: string;
  /** The user as they were when they came in, where no account of the host says who they are. */
  readonly user?: User;
}

/** The user of a session, as far as this authenticator let them in. */
export async function readUser(session: Session, by: string): Promise<SessionUser | undefined> {
  const kept = (await session.get(KEY)) as SessionUser | undefined;
  return kept?.by === by ? kept : undefined;
}

/** Makes a session somebody's: with a new id, so that whoever knew the old one knows nothing (session fixation). */
export async function logIn(session: Session, user: SessionUser): Promise<void> {
  const before = (await session.get(KEY)) as SessionUser | undefined;
  await session.regenerate();
  // What somebody else has left there is nothing for whoever comes now.
  if (before !== undefined && before.id !== user.id) await session.destroy();
  await session.set(KEY, user);
}

/** The session stays, but it is nobody's any more. */
export function logOut(session: Session): Promise<void> {
  return session.delete(KEY);
}

const KEY = '@user';
