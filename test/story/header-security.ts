import type { Authenticator } from 'oriel-host/security';

const header: Authenticator = {
  name: 'header',
  scheme: 'Header',
  header: 'X-User',
  authenticate({ headers }) {
    const value = headers.get('x-user');
    if (value === undefined) return undefined;
    const [id, roles = ''] = value.split(':');
    return { id: id!, roles: roles.split(',').filter(Boolean) };
  },
};

/** Authenticates the user and the roles in the header X-User, such as `ada:editor,admin`. */
export const headerSecurity = { firewalls: [{ name: 'all', authenticators: [header], anonymous: true }] };
