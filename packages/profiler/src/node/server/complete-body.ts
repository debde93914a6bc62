import type { RecordedResponseHead } from '../../record/recorded-exchange.ts';
import type { Exchange } from './exchange.ts';

/** Completes the size of the body of a response. @param isSeen whether all of its bytes were captured */
export function completeBody({ method, responseBody }: Exchange, head: RecordedResponseHead, isSeen: boolean): void {
  if (!hasBody(method, head.status)) responseBody.discard();
  else if (!isSeen && responseBody.size === 0) responseBody.skip(Number(head.headers.get('content-length')) || 0);
}

// Returns whether Node.js sends a body that a handler writes (RFC 9110 §6.4.1).
function hasBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}
