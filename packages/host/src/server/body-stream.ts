import type { IncomingMessage } from 'node:http';
import type { BodyWaitTimer } from './body-reader.ts';
import { createTooSlowError } from './body-errors.ts';
import { BodyReader } from './body-reader.ts';
import type { Limits } from './server-options.ts';

/** `open`: the application reads a stream, possibly while the response is sent. `late`: the body arrived too slowly. */
export type BodyState = 'unread' | 'open' | 'over' | 'late';

/** The state of the body that a stream reads. */
export interface StreamedBody {
  /** Called before the first byte. Returns undefined to read the message, or a promise of the whole body. */
  begin(): Promise<Uint8Array> | undefined;
  limit(): number;
  readonly clock: BodyWaitTimer;
  enter(state: BodyState): void;
}

/** Creates a stream of a body. Reading starts with the first pull, and follows the pace of the reader. */
export function createBodyStream(
  message: IncomingMessage,
  { bodyTimeout, requestTimeout }: Limits,
  body: StreamedBody,
): ReadableStream<Uint8Array> {
  let reader: BodyReader | undefined;
  // Runs while waiting for the client, not while waiting for the reader.
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
    reader = new BodyReader(message, body.limit(), {
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
    controller.error(createTooSlowError(limit));
  };
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (reader === undefined) {
          const given = body.begin();
          if (given !== undefined) return given.then((bytes) => enqueueAll(controller, bytes));
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

function enqueueAll(controller: ReadableStreamDefaultController<Uint8Array>, bytes: Uint8Array): void {
  if (bytes.byteLength > 0) controller.enqueue(bytes);
  controller.close();
}
