const HUB = 'Oriel has no hub yet';

/** Exchanges about what Oriel has not yet, and what that is. */
export const PENDING: Readonly<Record<string, string>> = {
  '209 live note mercure': HUB,
};
