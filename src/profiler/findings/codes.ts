/** Every finding there is; `has:` of the search language knows them by these words. */
export const FINDING_CODES = [
  'exception',
  'blocked',
  'n1',
  'slow-query',
  'duplicate-queries',
  'slow-call',
  'failed-call',
  'unknown-host',
  'preflight-refused',
  'origin-not-listed',
  'credentials-not-allowed',
  'method-not-allowed',
  'near-miss',
  'refused',
  'validation',
  'ignored-parameter',
  'session-cookie',
  'unlimited-list',
  'aborted',
  'gap',
  'logged-errors',
  'logged-warnings',
  'uncompressed',
  'trailing-slash',
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];
