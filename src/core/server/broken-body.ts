import type { IncomingMessage } from 'node:http';

/** Says that the rest of this message cannot be read, and why, so that nobody waits for it. */
export function markBroken(message: IncomingMessage, cause: Error): void {
  broken.set(message, cause);
}

/** Why the rest of this message cannot be read; undefined when it can. */
export function whatBroke(message: IncomingMessage): Error | undefined {
  return broken.get(message);
}

const broken = new WeakMap<IncomingMessage, Error>();
