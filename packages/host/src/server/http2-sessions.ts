import type { ServerHttp2Session } from 'node:http2';

/** An HTTP/2 session, as far as it is needed here; its module is loaded only when it is configured. */
export type Http2Session = Pick<
  ServerHttp2Session,
  'goaway' | 'close' | 'destroy' | 'destroyed' | 'on' | 'once' | 'state' | 'socket'
>;

/** The open HTTP/2 sessions of a server. Limits the time in which each has to send the headers of a request. */
export class Http2Sessions {
  readonly #timeout: number;
  readonly #watched = new Map<Http2Session, Watched>();

  /** @param headersTimeout milliseconds until the last header of a request */
  constructor(headersTimeout: number) {
    this.#timeout = headersTimeout;
  }

  get all(): Iterable<Http2Session> {
    return this.#watched.keys();
  }

  add(session: Http2Session): void {
    const watched: Watched = { open: 0, complete: false, bytes: -1, credit: 0, since: performance.now() };
    this.#watched.set(session, watched);
    session.once('close', () => this.#watched.delete(session));
    session.on('stream', (stream) => {
      watched.open++;
      stream.once('close', () => {
        watched.open--;
        watched.complete = true;
      });
    });
    session.on('ping', () => (watched.complete = true));
  }

  /**
   * Destroys the sessions whose client began to send headers and did not finish, and new ones without a request. Node has
   * no event for the first byte of a header block. It follows from bytes that arrive while no stream is open and that are
   * neither a ping nor a window update: within a header block, no other frame may be sent (RFC 9113 §6.10).
   *
   * @param now milliseconds, as `performance.now()` returns them
   */
  check(now: number): void {
    for (const [session, watched] of this.#watched) {
      if (session.destroyed) continue;
      const bytes = session.socket.bytesRead ?? 0;
      if (bytes === watched.bytes) {
        watched.since = now;
        continue;
      }
      const credit = session.state.remoteWindowSize ?? 0;
      const isComplete = watched.open > 0 || watched.complete || (watched.bytes >= 0 && credit !== watched.credit);
      if (isComplete) Object.assign(watched, { complete: false, bytes, credit, since: now });
      else if (now - watched.since >= this.#timeout) session.destroy();
    }
  }
}

interface Watched {
  open: number;
  /** Did a stream or a ping end since the last check? */
  complete: boolean;
  /** Bytes received when the last frame was known to be complete; -1 before the first request. */
  bytes: number;
  /** Bytes that the client allows to send: grows with a window update. */
  credit: number;
  since: number;
}
