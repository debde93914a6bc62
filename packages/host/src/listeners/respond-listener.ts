import type { Subscriber } from '../events/subscriber.ts';
import type { ResponseHeaders } from 'oriel-core/http';
import { HttpResponse, allowsBody } from 'oriel-core/http';
import type { ViewEvent } from '../kernel/events.ts';

/** Creates the response from the serialized data. */
export class RespondListener implements Subscriber {
  readonly name = 'RespondListener';
  readonly on = { 'kernel.view': (event: ViewEvent) => this.onView(event) };

  onView(event: ViewEvent): void {
    const { status, contentType, headers } = event;
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new RangeError(`A reply needs a status between 200 and 599, got ${String(status)}`);
    }
    const hasBody = event.body !== null && allowsBody(status);
    const response = new HttpResponse(
      status,
      hasBody ? ['Content-Type', contentType] : [],
      hasBody ? event.body : null,
    );
    if (headers) addHeaders(response.headers, headers);
    event.respond(response);
  }
}

function addHeaders(to: ResponseHeaders, headers: NonNullable<ViewEvent['headers']>): void {
  for (const name of Object.keys(headers)) {
    const value = headers[name]!;
    if (typeof value === 'string') to.set(name, value);
    else for (const line of value) to.append(name, line);
  }
}
