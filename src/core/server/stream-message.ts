import type { IncomingMessage } from 'node:http';
import type { BodyClock } from './body-clock.ts';
import { tooSlow } from './body-errors.ts';
import { MessageReader } from './message-reader.ts';
import type { Limits } from './server-options.ts';

/** 'open': somebody reads it piece by piece, and may go on while the answer is sent. 'late': it came too slowly. */
export type BodyState = 'unread' | 'open' | 'over' | 'late';

/** The body that is streamed. */
export interface StreamedBody {
  /** Called before the first byte: undefined to go on, else the promise of a body that needs no reading. */
  begin(): Promise<unknown> | undefined;
  /** Bytes that it may have. */
  limit(): number;
  readonly clock: BodyClock;
  enter(state: BodyState): void;
}

/** A body as a stream that takes from the socket what its reader takes; it begins when the first byte is wanted. */
export function streamMessage(
  message: IncomingMessage,
  { bodyTimeout, requestTimeout }: Limits,
  body: StreamedBody,
): ReadableStream<Uint8Array> {
  let reader: MessageReader | undefined;
  // Runs while the client is waited for, not while the reader takes its time.
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => {
    clearTimeout(timer);
    timer = undefined;
    body.clock.end();
  };
  const close = (state: BodyState): void => {
    rest();
    body.enter(state);
  };
  const begin = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    body.enter('open');
    reader = new MessageReader(message, body.limit(), {
      piece(bytes) {
        if (body.clock.waited > requestTimeout) return late(controller, requestTimeout);
        controller.enqueue(bytes);
        if ((controller.desiredSize ?? 0) > 0) return;
        message.pause();
        rest();
      },
      end() {
        close('over');
        controller.close();
      },
      fail(error) {
        close('over');
        controller.error(error);
      },
    });
  };
  const late = (controller: ReadableStreamDefaultController<Uint8Array>, limit: number): void => {
    reader!.stop();
    close('late');
    controller.error(tooSlow(limit));
  };
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (reader === undefined) {
          const given = body.begin();
          if (given !== undefined) return given.then(() => controller.close());
          begin(controller);
        }
        timer ??= setTimeout(late, bodyTimeout, controller, bodyTimeout);
        body.clock.begin();
        message.resume();
      },
      cancel() {
        reader?.stop();
        close('over');
      },
    },
    { highWaterMark: 0 },
  );
}
