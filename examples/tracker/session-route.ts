import { route } from 'oriel-host';
import { getOrganisation } from './member.ts';

/** `GET /session` returns the user, and the CSRF token that unsafe requests of a browser need. */
export const sessionRoute = route('session', 'GET /session', {
  access: 'user',
  summary: 'The current user',
  handle: async ({ user, session, context }) => ({
    ...{ id: user!.id, roles: user!.roles, organisation: getOrganisation(user) },
    // Requests with a token or an API key need no CSRF token.
    ...(context.authentication?.by === 'session' && { token: await session.csrfToken() }),
  }),
});
