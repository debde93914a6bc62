import type { BodyCapture } from '../../record/body-capture.ts';
import { callMethod } from '../own-frames.ts';
import type { Method } from './own-method.ts';

/** @param passed the arguments of the call, if they differ from those whose chunk is captured */
export type CallAndCapture = (
  method: Method,
  self: unknown,
  args: readonly unknown[],
  passed?: readonly unknown[],
) => unknown;

/** Returns a function that calls `write` or `end` of a stream, and captures the chunk if the stream accepts it. */
export function capturingChunks(stream: { readonly writableEnded: boolean }, body: BodyCapture): CallAndCapture {
  let isRunning = false;
  return (method, self, args, passed = args) => {
    // A class of the application may implement `end` with `write`.
    if (isRunning) return callMethod(method, self, passed);
    // Node.js discards what is written after the end.
    const isOpen = !stream.writableEnded;
    isRunning = true;
    try {
      const result = callMethod(method, self, passed);
      if (isOpen) body.add(args[0], args[1]);
      return result;
    } finally {
      isRunning = false;
    }
  };
}
