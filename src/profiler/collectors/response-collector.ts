import { isFileBody, reasonPhrase } from '../../http/index.ts';
import type { Collector, CollectorSubject } from '../collector.ts';
import type { RecordedBody, RecordedResponse } from '../profile.ts';

/** What was answered: as it was sent, after the last listener and the last byte. */
export const responseCollector: Collector = {
  name: 'response',
  collect(subject): RecordedResponse {
    const { response, redactor, delivery } = subject;
    return {
      status: response.status,
      reason: reasonPhrase(response.status),
      headers: redactor.headers([...response.headers]),
      body: bodyOf(subject),
      lastByte: delivery.milliseconds,
      aborted: delivery.aborted,
    };
  },
};

function bodyOf({ response, bodies, redactor, bodyCap }: CollectorSubject): RecordedBody | undefined {
  const { body } = response;
  const type = response.headers.get('content-type') ?? '';
  if (body === null) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return redactor.body(body, type, bodyCap);
  if (isFileBody(body))
    return { type, encoding: 'text', content: '', size: body.length, kept: 0, digest: undefined, redacted: false };
  const capture = bodies.response;
  return capture && redactor.body(capture.bytes(), type, bodyCap, capture.size);
}
