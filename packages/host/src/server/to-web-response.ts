import { isPromise, isPushedBody, reasonPhrase } from 'oriel-core/http';
import type { HttpContext, HttpResponse, BodySource, PushedBody } from 'oriel-core/http';
import { discardBody, finishResponse, createFailure } from './finish-response.ts';
import { assertSendable } from './framing-headers.ts';
import type { SentBody } from './finish-response.ts';

export interface WebResponseOptions {
  /** Whether the body is compressed. Default true. */
  readonly compression?: boolean | undefined;
  /** Called after the last byte was read, or the body was canceled. */
  readonly sent?: ((bytes: number, aborted: boolean) => void) | undefined;
  /** Called if the body fails while it is read; not if the reader cancels. */
  readonly broken?: ((error: unknown) => void) | undefined;
  /** Called if the response cannot be sent, for example because of an invalid header; a plain 500 replaces it. */
  readonly unsendable?: ((error: unknown) => void) | undefined;
}

type ResponseCallbacks = Pick<WebResponseOptions, 'sent' | 'broken' | 'unsendable'>;

/**
 * Converts the response of a context to a web `Response`, with the same headers, ranges and compression as on a socket. Never
 * throws: a response that cannot be sent becomes a plain 500. Returns a promise only for files and large compressed bodies.
 */
export function toWebResponse(
  context: HttpContext,
  { compression = true, ...callbacks }: WebResponseOptions = {},
): Response | Promise<Response> {
  const outgoing = context.response;
  try {
    if (outgoing === undefined) throw new TypeError('There is no response');
    const body = finishResponse(context, outgoing, compression);
    if (!isPromise(body)) return build(outgoing, body, callbacks);
    return body
      .then((late) => build(outgoing, late, callbacks))
      .catch((error: unknown) => failure(context, callbacks, error));
  } catch (error) {
    return failure(context, callbacks, error);
  }
}

function failure(context: HttpContext, callbacks: ResponseCallbacks, error: unknown): Response {
  callbacks.unsendable?.(error);
  discardBody(context.response?.body);
  const plain = createFailure();
  context.response = plain;
  return build(plain, context.method === 'HEAD' ? null : String(plain.body), callbacks);
}

function build({ status, headers }: HttpResponse, body: SentBody, callbacks: ResponseCallbacks): Response {
  const copy = new Headers();
  for (const [name, value] of headers) {
    assertSendable(name, value);
    if (name.toLowerCase() !== 'connection') copy.append(name, value);
  }
  const response = new Response(watch(body, callbacks), { status, statusText: reasonPhrase(status), headers: copy });
  // The constructor adds a type to text without one; a socket does not.
  if (!headers.has('content-type')) response.headers.delete('content-type');
  return response;
}

type WebBody = ConstructorParameters<typeof Response>[0];

function watch(sentBody: SentBody, { sent, broken }: ResponseCallbacks): WebBody {
  const body = isPushedBody(sentBody) ? toPushedStream(sentBody) : sentBody;
  if (!(body instanceof ReadableStream)) {
    if (sent !== undefined) queueMicrotask(() => sent(body === null ? 0 : byteLength(body), false));
    return body as WebBody;
  }
  if (sent === undefined && broken === undefined) return body;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let bytes = 0;
  // A cancel during a read also ends that read; the end is reported once.
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (isCancelled) return;
          if (!done) {
            bytes += value.byteLength;
            return controller.enqueue(value);
          }
          controller.close();
          sent?.(bytes, false);
        } catch (error) {
          if (isCancelled) return;
          broken?.(error);
          sent?.(bytes, true);
          throw error;
        }
      },
      cancel(reason) {
        isCancelled = true;
        sent?.(bytes, true);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}

/** Converts a pushed body to a web stream, for responses that become a web `Response`. */
function toPushedStream(body: PushedBody): ReadableStream<Uint8Array> {
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
            controller.error(new DOMException('The body ended early', 'AbortError'));
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
