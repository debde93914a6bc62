const USERS = 'Oriel does not know users yet';
const HUB = 'Oriel has no hub yet';
const ORIGINS = 'Oriel has no rules for other origins yet';

/** Exchanges about what Oriel has not yet, and what that is. */
export const PENDING: Readonly<Record<string, string>> = {
  '202 note post anon': USERS,
  '203 note post user': USERS,
  '204 note delete user': USERS,
  '205 note delete admin': USERS,
  '206 note delete anon prod': USERS,
  '207 note delete user prod': USERS,
  '208 secret note anon': USERS,
  '209 live note mercure': HUB,
  '219 book badcreds': USERS,
  '265 rfc 403': USERS,
  '266 rfc 401': USERS,
  'preflight ok': ORIGINS,
  'preflight bad origin': ORIGINS,
  'preflight bad header': ORIGINS,
  'preflight bad method': ORIGINS,
  'cors get': ORIGINS,
  'cors get bad': ORIGINS,
  'cors 404': ORIGINS,
  'cors preflight 404': ORIGINS,
};
