import { refuse } from 'oriel/security';
import type { Authenticator } from 'oriel/security';

const BADGES = new Map([
  ['ada', { id: 'ada', roles: ['editor'] }],
  ['bob', { id: 'bob', roles: [] }],
]);

/** An authenticator as an application would write it: `X-Badge: ada`. */
export const badge: Authenticator = {
  name: 'badge',
  scheme: 'Badge',
  authenticate({ headers }) {
    const shown = headers.get('x-badge');
    if (shown === undefined) return undefined;
    return BADGES.get(shown) ?? refuse('Nobody has this badge', { because: `there is no badge "${shown}"` });
  },
};

/** The same, but it takes its time. */
export const slowBadge: Authenticator = {
  ...badge,
  name: 'slow-badge',
  authenticate: async (context, services) => badge.authenticate(context, services),
};

export const ADA = { headers: { 'X-Badge': 'ada' } };
