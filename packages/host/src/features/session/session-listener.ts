import type { Subscriber } from '../../events/subscriber.ts';
import { formatHttpDate } from '../../http/headers/http-date.ts';
import type { ResponseHeaders } from 'oriel-core/http';
import type { RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import { VisitorSession } from './visitor-session.ts';
import type { Sessions } from './sessions.ts';

/**
 * Adds a session to each request; it is loaded when it is used. Responses that used the session are marked private, and
 * get a `Set-Cookie` header if the client does not know the id.
 */
export class SessionListener implements Subscriber {
  readonly name = 'SessionListener';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
  };
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  onRequest({ context }: RequestEvent): void {
    // A forwarded request shares the session of its parent.
    context.session = context.parent === undefined ? this.#sessions.of(context) : context.parent.session;
  }

  onResponse({ context, response }: ResponseEvent): void | Promise<void> {
    const { session, parent } = context;
    if (parent !== undefined || !(session instanceof VisitorSession)) return;
    const finished = session.finish();
    if (finished === undefined) return;
    // The 404 of a hidden route has the headers of any other 404, and those are private.
    if (!context.concealed || finished.cookie !== undefined) keepPrivate(response.headers);
    if (finished.cookie !== undefined) response.headers.list.push('Set-Cookie', finished.cookie);
    return finished.pending;
  }
}

// Shared caches must not store the response, and it must be revalidated because the user may have logged out.
function keepPrivate(headers: ResponseHeaders): void {
  const control = headers.get('Cache-Control');
  if (control !== undefined && /\bno-store\b/i.test(control)) return;
  headers.put('Cache-Control', 'max-age=0, must-revalidate, private');
  headers.put('Expires', formatHttpDate(Date.now()));
}
