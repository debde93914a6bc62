/** Exchanges about what Oriel has not yet, and what that is. */
export const PENDING: Readonly<Record<string, string>> = {};
