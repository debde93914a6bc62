import type { Authenticator } from 'oriel/security';

const header: Authenticator = {
  name: 'header',
  scheme: 'Header',
  header: 'X-User',
  authenticate({ headers }) {
    const said = headers.get('x-user');
    if (said === undefined) return undefined;
    const [id, roles = ''] = said.split(':');
    return { id: id!, roles: roles.split(',').filter(Boolean) };
  },
};

/** Who is asking, for stories about what they may: a header says so, as `ada:editor,admin`. */
export const asked = { firewalls: [{ name: 'all', authenticators: [header], anonymous: true }] };
