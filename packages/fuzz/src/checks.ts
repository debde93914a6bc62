/** The checks and what they report. */
export const CHECKS = {
  'server-error': 'a request causes a server error',
  timeout: 'a request gets no complete response in time',
  framing: 'a response is not valid HTTP, or the connection is closed instead',
  status: 'the document does not describe the status',
  'content-type': 'the document does not describe the media type of the response',
  schema: 'the body does not match its schema',
  header: 'a header is missing or does not match its schema',
  link: 'a link is not a valid URL, or the link to the next page does not work',
  'invalid-input': 'a request that violates the document is accepted',
  method: 'a method that is not documented is accepted',
  leak: 'an error contains a stack trace, SQL or a path of the server',
  injection: 'text of the request becomes a header of the response',
  authentication: 'an operation that requires credentials is performed without them',
  isolation: 'another user can read or change an item',
  deleted: 'a deleted item can still be read or changed',
  head: 'HEAD and GET have different headers or statuses',
  'safe-method': 'reading an item changes it',
  etag: 'the entity tag stays the same after a change',
  precondition: 'a precondition is ignored',
} as const;

export type Check = keyof typeof CHECKS;

/** A failed check of one request. */
export interface Failure {
  readonly check: Check;
  /** The operation, and what distinguishes failures of the same check. */
  readonly key: string;
  readonly message: string;
  /** The index of the step. */
  readonly step: number;
}
