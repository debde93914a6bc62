import type { BaseUser } from 'oriel-host';

/** A user of the tracker. Every authenticator returns one. */
export interface Member extends BaseUser {
  readonly organisation: string;
}

/** Returns the organisation of a user, which is the tenant of the request. */
export function getOrganisation(user: BaseUser | null): string | undefined {
  return (user as Member | null)?.organisation;
}

/** Returns the user of a row of the table `users`. */
export function getMember(row: Readonly<Record<string, unknown>>): Member {
  const { id, organisation, roles } = row as { id: string; organisation: string; roles: string };
  return { id, organisation, roles: JSON.parse(roles) as string[] };
}
