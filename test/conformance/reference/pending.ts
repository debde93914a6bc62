const HUB = 'Oriel has no hub yet';
const ORIGINS = 'Oriel has no rules for other origins yet';

/** Exchanges about what Oriel has not yet, and what that is. */
export const PENDING: Readonly<Record<string, string>> = {
  '209 live note mercure': HUB,
  'preflight ok': ORIGINS,
  'preflight bad origin': ORIGINS,
  'preflight bad header': ORIGINS,
  'preflight bad method': ORIGINS,
  'cors get': ORIGINS,
  'cors get bad': ORIGINS,
  'cors 404': ORIGINS,
  'cors preflight 404': ORIGINS,
};
