import type { BodySource, PushedBody } from '../http/pushed-body.ts';

/** Converts a pushed body to a web stream, for responses that become a web `Response`. */
export function toPushedStream(body: PushedBody): ReadableStream<Uint8Array> {
  let source: BodySource | undefined;
  let over = false;
  const close = (): void => {
    over = true;
    source?.closed();
    source = undefined;
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        source = body.begin({
          write: (bytes) => {
            if (!over) controller.enqueue(bytes);
          },
          get waiting() {
            return over ? 0 : ROOM - (controller.desiredSize ?? ROOM);
          },
          end: () => {
            if (over) return;
            controller.close();
            close();
          },
          cut: () => {
            if (over) return;
            controller.error(new DOMException('The body was broken off', 'AbortError'));
            close();
          },
        });
      },
      pull: () => source?.drained(),
      cancel: close,
    },
    { highWaterMark: ROOM, size: (bytes) => bytes.byteLength },
  );
}

const ROOM = 65_536;
