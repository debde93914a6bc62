import { refuse } from 'oriel-host/security';
import type { Authenticator } from 'oriel-host/security';

const BADGES = new Map([
  ['ada', { id: 'ada', roles: ['editor'] }],
  ['bob', { id: 'bob', roles: [] }],
]);

/** A custom authenticator that reads `X-Badge: ada`. */
export const badge: Authenticator = {
  name: 'badge',
  scheme: 'Badge',
  authenticate({ headers }) {
    const name = headers.get('x-badge');
    if (name === undefined) return undefined;
    return BADGES.get(name) ?? refuse('Unknown badge', { because: `unknown badge "${name}"` });
  },
};

/** The same authenticator, but asynchronous. */
export const slowBadge: Authenticator = {
  ...badge,
  name: 'slow-badge',
  authenticate: async (context, services) => badge.authenticate(context, services),
};

export const ADA = { headers: { 'X-Badge': 'ada' } };
