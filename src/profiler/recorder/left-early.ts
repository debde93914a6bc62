import type { CollectorSubject } from '../collector.ts';

/** Did the client go away before the last byte? A stream of events has no last byte: somebody always closes it. */
export function leftEarly({ response, delivery }: Pick<CollectorSubject, 'response' | 'delivery'>): boolean {
  return delivery.aborted && !/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
}
