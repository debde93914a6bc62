import { HttpError, ServiceUnavailableError } from 'oriel-core/http';
import type { Message } from 'oriel-core/messages';

/** The error for an invalid request or one that exceeds a limit. */
export class HubRequestError extends HttpError {
  constructor(status: 400 | 403 | 404 | 413 | 415 | 429, detail: Message, headers?: Readonly<Record<string, string>>) {
    super(status, detail, { type: `/problems/hub-${NAMES[status]}`, ...(headers ? { headers } : {}) });
  }
}

const NAMES = {
  400: 'request',
  403: 'forbidden',
  404: 'subscription',
  413: 'too-large',
  415: 'form',
  429: 'too-many',
} as const;

/** Returns the error for an update that the transport or the hub did not take: 503, unless the cause has a status of its own. */
export function createPublishError(cause: unknown): HttpError {
  if (cause instanceof HttpError) return cause;
  return new ServiceUnavailableError('The update could not be published', { cause, headers: { 'Retry-After': '1' } });
}

/** The error code of RFC 6750 §3.1; undefined for a request without a token. */
export type TokenErrorCode = 'invalid_request' | 'invalid_token' | 'insufficient_scope' | undefined;

/** The error for a missing, invalid or insufficient token. It does not state why a token is invalid. */
export class HubTokenError extends HttpError {
  readonly errorCode: TokenErrorCode;

  /** @param metadata the URL of the metadata, which names the issuer of tokens */
  constructor(errorCode: TokenErrorCode, detail: Message, metadata: string | undefined) {
    const parts = [
      ...(errorCode === undefined ? [] : [`error="${errorCode}"`]),
      ...(metadata === undefined ? [] : [`resource_metadata="${metadata}"`]),
    ];
    const challenge = ['Bearer', parts.join(', ')].filter(Boolean).join(' ');
    super(STATUS[errorCode ?? 'none'], detail, {
      type: '/problems/hub-token',
      headers: { 'WWW-Authenticate': challenge },
    });
    this.errorCode = errorCode;
  }
}

const STATUS = { none: 401, invalid_token: 401, invalid_request: 400, insufficient_scope: 403 } as const;
