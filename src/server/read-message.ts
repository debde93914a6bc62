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
  let over = false;
  const onData = (bytes: Uint8Array): void => {
    size += bytes.byteLength;
    if (size > limit) fail(tooLarge(limit));
    else listener.piece(bytes);
  };
  // Nothing is taken off a message that has ended: it costs more than not to listen any more.
  const onEnd = (): void => {
    if (over) return;
    over = true;
    listener.end();
  };
  const fail = (error: unknown): void => {
    if (over) return;
    stop();
    listener.fail(error);
  };
  const onError = (cause: unknown): void => fail(brokenBody(cause));
  const onClose = (): void => (over ? undefined : fail(brokenBody(undefined)));
  const stop = (): void => {
    if (over) return;
    over = true;
    message.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    message.pause();
  };
  message.on('error', onError).on('end', onEnd).on('close', onClose).on('data', onData);
  return stop;
}
