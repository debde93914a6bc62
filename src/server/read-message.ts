import type { IncomingMessage } from 'node:http';
import { brokenBody, tooLarge } from './body-errors.ts';

/** Who reads a body piece by piece. After `end` or `fail` nothing more comes. */
export interface BodyListener {
  piece(bytes: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/**
 * Reads the body of a message, and stops at the limit.
 *
 * @param limit bytes
 * @returns a function that stops reading and leaves the rest where it is
 */
export function readMessage(message: IncomingMessage, limit: number, listener: BodyListener): () => void {
  let size = 0;
  const onData = (bytes: Uint8Array): void => {
    size += bytes.byteLength;
    if (size > limit) fail(tooLarge(limit));
    else listener.piece(bytes);
  };
  const onEnd = (): void => {
    stop();
    listener.end();
  };
  const fail = (error: unknown): void => {
    stop();
    listener.fail(error);
  };
  const onError = (cause: unknown): void => fail(brokenBody(cause));
  const onClose = (): void => fail(brokenBody(undefined));
  const stop = (): void => {
    message.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    message.pause();
  };
  message.on('error', onError).on('end', onEnd).on('close', onClose).on('data', onData);
  return stop;
}
