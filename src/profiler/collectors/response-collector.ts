import { isFileBody } from '../../core/http/response.ts';
import { reasonPhrase } from '../../core/http/status.ts';
import type { Collector, CollectorSubject } from '../collector.ts';
import { isAborted } from '../summary.ts';
import type { RecordedBody, RecordedResponse } from '../profile.ts';

/**
 * Collects the response as it was sent.
 *
 * @param hasSecrets returns whether the error page of a request contains secrets. Its markup splits names from values, so
 * they cannot be redacted. Such a page is left out; the exception has the same data, redacted
 */
export function responseCollector(hasSecrets: (subject: CollectorSubject) => boolean = () => false): Collector {
  return {
    name: 'response',
    collect(subject): RecordedResponse {
      const { response, redactor, delivery } = subject;
      return {
        status: response.status,
        reason: reasonPhrase(response.status),
        headers: redactor.headers([...response.headers]),
        body: bodyOf(subject, hasSecrets),
        firstByte: delivery.firstByte,
        lastByte: delivery.milliseconds,
        aborted: isAborted(subject),
      };
    },
  };
}

function bodyOf(
  subject: CollectorSubject,
  hasSecrets: (subject: CollectorSubject) => boolean,
): RecordedBody | undefined {
  const { response, bodies, redactor, bodyCap, context } = subject;
  const { body } = response;
  const type = response.headers.get('content-type') ?? '';
  if (body === null) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    if (context.error !== undefined && type.startsWith('text/html') && hasSecrets(subject))
      return omittedBody(type, Buffer.byteLength(body), true);
    return redactor.body(body, type, bodyCap);
  }
  if (isFileBody(body)) return omittedBody(type, body.length, false);
  const capture = bodies.response;
  return capture && redactor.body(capture.bytes(), type, bodyCap, capture.size);
}

function omittedBody(type: string, size: number, redacted: boolean): RecordedBody {
  return { type, encoding: 'text', content: '', size, kept: 0, digest: undefined, redacted };
}
