/** The codes of all findings, which the search field `has:` accepts. */
export const FINDING_CODES = [
  'exception',
  'graphql-errors',
  'rpc-error',
  'failed-query',
  'blocked',
  'n1',
  'write-loop',
  'slow-query',
  'pool-wait',
  'duplicate-queries',
  'slow-call',
  'failed-call',
  'unknown-host',
  'ignored-proxy',
  'preflight-refused',
  'origin-not-listed',
  'credentials-not-allowed',
  'method-not-allowed',
  'near-miss',
  'refused',
  'limited',
  'precondition-failed',
  'validation',
  'ignored-parameter',
  'ignored-filter',
  'session-cookie',
  'unlimited-list',
  'unreadable-update',
  'aborted',
  'gap',
  'logged-errors',
  'logged-warnings',
  'uncompressed',
  'trailing-slash',
  'recording-paused',
  'unfinished',
  'not-kept',
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

/**
 * The codes of findings that a budget has: they follow from the code of a route. Others depend on times, or on the request that a client
 * sends, so that a test of an invalid request would be a regression.
 */
export const BUDGET_FINDINGS: ReadonlySet<string> = new Set<FindingCode>([
  'failed-query',
  'n1',
  'write-loop',
  'duplicate-queries',
  'failed-call',
  'unknown-host',
  'unlimited-list',
  'unreadable-update',
]);
