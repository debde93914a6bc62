import { HttpError } from '../../core/http/errors.ts';

/** A request that asks too much or wrongly, whoever asks. */
export class HubRequestError extends HttpError {
  constructor(status: 400 | 403 | 404 | 413 | 415 | 429, message: string, headers?: Readonly<Record<string, string>>) {
    super(status, message, { type: `/problems/hub-${NAMES[status]}`, ...(headers ? { headers } : {}) });
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

/** What is wrong with a token, in the words of RFC 6750 §3.1; undefined when there is none. */
export type TokenErrorCode = 'invalid_request' | 'invalid_token' | 'insufficient_scope' | undefined;

/** A request that is not authorised. Why a token is not believed is told to nobody: it would help a forger. */
export class HubTokenError extends HttpError {
  readonly errorCode: TokenErrorCode;

  /** @param metadata the address of the metadata that tells where tokens come from */
  constructor(flaw: TokenErrorCode, message: string, metadata: string | undefined) {
    const parts = [
      ...(flaw === undefined ? [] : [`error="${flaw}"`]),
      ...(metadata === undefined ? [] : [`resource_metadata="${metadata}"`]),
    ];
    const challenge = ['Bearer', parts.join(', ')].filter(Boolean).join(' ');
    super(STATUS[flaw ?? 'none'], message, {
      type: '/problems/hub-token',
      headers: { 'WWW-Authenticate': challenge },
    });
    this.errorCode = flaw;
  }
}

const STATUS = { none: 401, invalid_token: 401, invalid_request: 400, insufficient_scope: 403 } as const;
