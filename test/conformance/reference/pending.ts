/** Exchanges that need a missing feature, and the name of the feature. */
export const PENDING: Readonly<Record<string, string>> = {};
