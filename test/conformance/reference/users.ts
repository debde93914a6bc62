import { refuse } from 'oriel-host/security';
import type { Authenticator } from 'oriel-host/security';

const USERS: Readonly<Record<string, { readonly password: string; readonly roles: readonly string[] }>> = {
  user: { password: 'user', roles: ['USER'] },
  admin: { password: 'admin', roles: ['ADMIN', 'USER'] },
};

/** Authenticates the users of the reference by HTTP Basic. */
export const basic: Authenticator = {
  name: 'basic',
  scheme: 'Basic',
  ambient: true,
  authenticate({ headers }) {
    const [, sent] = /^Basic (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
    if (sent === undefined) return undefined;
    const [id = '', password] = Buffer.from(sent, 'base64').toString().split(':');
    const found = USERS[id];
    return found?.password === password ? { id, roles: found!.roles } : refuse('Wrong name or password');
  },
};
