import type { IncomingMessage } from 'node:http';
import { createBodyError, createTooLargeError } from './body-errors.ts';

/** Receives the chunks of a body. Nothing is called after `end` or `fail`. */
export interface BodyConsumer {
  piece(bytes: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/** Passes the body of a message to a consumer, up to a limit. */
export class BodyReader {
  readonly #message: Read;
  readonly #limit: number;
  readonly #listener: BodyConsumer;
  #size = 0;
  #over = false;

  /** @param limit maximum size in bytes */
  constructor(message: IncomingMessage, limit: number, listener: BodyConsumer) {
    this.#message = message;
    this.#limit = limit;
    this.#listener = listener;
    this.#message[READER] = this;
    message.on('error', onError).on('end', onEnd).on('close', onClose).on('data', onData);
  }

  /** Stops reading; the rest stays in the message. */
  stop(): void {
    if (this.#over) return;
    this.#over = true;
    this.#message.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    this.#message.pause();
  }

  data(bytes: Uint8Array): void {
    this.#size += bytes.byteLength;
    if (this.#size > this.#limit) this.fail(createTooLargeError(this.#limit));
    else this.#listener.piece(bytes);
  }

  // Listeners of a finished message are not removed: removing them costs time and changes nothing.
  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#listener.end();
  }

  fail(error: unknown): void {
    if (this.#over) return;
    this.stop();
    this.#listener.fail(error);
  }

  onFailure(cause: unknown): void {
    if (!this.#over) this.fail(createBodyError(cause));
  }
}

const READER = Symbol('body reader');

interface Read extends IncomingMessage {
  [READER]?: BodyReader;
}

// Shared by all messages, to avoid four closures per request.
function onData(this: Read, bytes: Uint8Array): void {
  this[READER]!.data(bytes);
}

function onEnd(this: Read): void {
  this[READER]!.end();
}

function onError(this: Read, cause: unknown): void {
  this[READER]!.onFailure(cause);
}

function onClose(this: Read): void {
  this[READER]!.onFailure(undefined);
}

/** Records why the rest of a message cannot be read. */
export function markFailed(message: IncomingMessage, cause: Error): void {
  broken.set(message, cause);
}

/** Returns why the rest of a message cannot be read, if so. */
export function getFailure(message: IncomingMessage): Error | undefined {
  return broken.get(message);
}

const broken = new WeakMap<IncomingMessage, Error>();

/** Measures how long the server waited for the body of a request. This time does not count as handling time. */
export class BodyWaitTimer {
  #total = 0;
  #since: number | undefined = undefined;

  /** Milliseconds waited so far. */
  get waited(): number {
    return this.#total + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  begin(): void {
    this.#since ??= performance.now();
  }

  end(): void {
    this.#total = this.waited;
    this.#since = undefined;
  }
}
