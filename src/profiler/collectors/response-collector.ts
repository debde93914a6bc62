import { isFileBody } from '../../core/http/response.ts';
import { reasonPhrase } from '../../core/http/status.ts';
import type { Collector, CollectorSubject } from '../collector.ts';
import { leftEarly } from '../recorder/left-early.ts';
import { writeBody, writeDelivery, writeFlatHeaders } from '../store/packing/part-writers.ts';
import type { RecordedBody, RecordedResponse } from '../profile.ts';

/**
 * What was answered: as it was sent, after the last listener and the last byte.
 *
 * @param tellsSecrets does the error page of this request show any? Its markup parts what belongs together, so no secret
 * can be taken out of it; it is left out then, and the exception tells the same without them
 */
export function responseCollector(tellsSecrets: (subject: CollectorSubject) => boolean = () => false): Collector {
  return {
    name: 'response',
    collect(subject): RecordedResponse {
      const { response, redactor, delivery } = subject;
      return {
        status: response.status,
        reason: reasonPhrase(response.status),
        headers: redactor.headers([...response.headers]),
        body: bodyOf(subject, tellsSecrets),
        firstByte: delivery.firstByte,
        lastByte: delivery.milliseconds,
        aborted: leftEarly(subject),
      };
    },
    write(subject, to) {
      const { response, redactor, delivery } = subject;
      to.same(response.status);
      to.word(reasonPhrase(response.status));
      writeFlatHeaders(to, response.headers.list, redactor.headerWay);
      writeBody(to, bodyOf(subject, tellsSecrets));
      writeDelivery(to, delivery.milliseconds, leftEarly(subject), delivery.firstByte);
    },
  };
}

function bodyOf(
  subject: CollectorSubject,
  tellsSecrets: (subject: CollectorSubject) => boolean,
): RecordedBody | undefined {
  const { response, bodies, redactor, bodyCap, context } = subject;
  const { body } = response;
  const type = response.headers.get('content-type') ?? '';
  if (body === null) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    if (context.error !== undefined && type.startsWith('text/html') && tellsSecrets(subject))
      return leftOut(type, Buffer.byteLength(body), true);
    return redactor.body(body, type, bodyCap);
  }
  if (isFileBody(body)) return leftOut(type, body.length, false);
  const capture = bodies.response;
  return capture && redactor.body(capture.bytes(), type, bodyCap, capture.size);
}

function leftOut(type: string, size: number, redacted: boolean): RecordedBody {
  return { type, encoding: 'text', content: '', size, kept: 0, digest: undefined, redacted };
}
