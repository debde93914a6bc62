import { route } from 'oriel-host';

/** Returns the logged-in user and the CSRF token that unsafe requests of the session need. */
export const whoami = route('whoami', 'GET /session', {
  access: 'user',
  handle: async ({ user, session, context }) => ({
    ...{ id: user!.id, roles: user!.roles },
    // API keys need no CSRF token, because browsers do not add them automatically.
    ...(context.authentication?.by === 'session' && { token: await session.csrfToken() }),
  }),
});
