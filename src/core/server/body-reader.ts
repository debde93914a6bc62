import type { IncomingMessage } from 'node:http';
import { createBodyError, createTooLargeError } from './body-errors.ts';

/** Who reads a body piece by piece. After `end` or `fail` nothing more comes. */
export interface BodyConsumer {
  piece(bytes: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/** Reads the body of a message, and stops at the limit. */
export class BodyReader {
  readonly #message: Read;
  readonly #limit: number;
  readonly #listener: BodyConsumer;
  #size = 0;
  #over = false;

  /** @param limit bytes */
  constructor(message: IncomingMessage, limit: number, listener: BodyConsumer) {
    this.#message = message;
    this.#limit = limit;
    this.#listener = listener;
    this.#message[READER] = this;
    message.on('error', onError).on('end', onEnd).on('close', onClose).on('data', onData);
  }

  /** Stops reading and leaves the rest where it is. */
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

  // Nothing is taken off a message that has ended: it costs more than not to listen any more.
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

const READER = Symbol('who reads this message');

interface Read extends IncomingMessage {
  [READER]?: BodyReader;
}

// The same four functions for every message: four of its own would cost more than all they do.
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

/** Says that the rest of this message cannot be read, and why, so that nobody waits for it. */
export function markFailed(message: IncomingMessage, cause: Error): void {
  broken.set(message, cause);
}

/** Why the rest of this message cannot be read; undefined when it can. */
export function failureOf(message: IncomingMessage): Error | undefined {
  return broken.get(message);
}

const broken = new WeakMap<IncomingMessage, Error>();

/** The time for which the body of a request was waited for. The limits of bodies govern it, not the time of the request. */
export class BodyWaitTimer {
  #total = 0;
  #since: number | undefined = undefined;

  /** Milliseconds, those of a wait that goes on included. */
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
