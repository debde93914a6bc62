import { route } from 'oriel';

/** Who is logged in, and the token that their session sends along with everything that changes something. */
export const whoami = route('whoami', 'GET /session', {
  access: 'user',
  handle: async ({ user, session, context }) => ({
    ...{ id: user!.id, roles: user!.roles },
    // A key needs none: no browser adds it by itself.
    ...(context.authentication?.by === 'session' && { token: await session.csrfToken() }),
  }),
});
