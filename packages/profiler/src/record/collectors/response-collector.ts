import { types } from 'node:util';
import { isFileBody, reasonPhrase } from 'oriel-core/http';
import type { Collector, CollectorSubject } from '../collector.ts';
import type { RecordedExchange } from '../recorded-exchange.ts';
import { isAborted } from '../summary.ts';
import type { RecordedBody, RecordedResponse } from '../../profile/profile.ts';

/**
 * Collects the response as it was sent.
 *
 * @param hasSecrets returns whether the error page of a request contains secrets. Its markup splits names from values, so
 * they cannot be redacted. Such a page is left out; the exception has the same data, redacted
 */
export function responseCollector<Exchange extends RecordedExchange>(
  hasSecrets: (subject: CollectorSubject<Exchange>) => boolean = () => false,
): Collector<Exchange> {
  return {
    name: 'response',
    collect(subject): RecordedResponse {
      const { response, redactor, delivery } = subject;
      return {
        status: response.status,
        reason: response.status === 0 ? 'No Response' : reasonPhrase(response.status),
        headers: redactor.headers(response.headers),
        body: getBody(subject, hasSecrets),
        firstByte: delivery.firstByte,
        lastByte: delivery.milliseconds,
        aborted: isAborted(subject),
      };
    },
  };
}

function getBody<Exchange extends RecordedExchange>(
  subject: CollectorSubject<Exchange>,
  hasSecrets: (subject: CollectorSubject<Exchange>) => boolean,
): RecordedBody | undefined {
  const { response, bodies, redactor, bodyCap, context } = subject;
  const { body } = response;
  const type = response.headers.get('content-type') ?? '';
  if (bodies.response) return redactor.body(bodies.response.content(), type, bodyCap, bodies.response.size);
  if (body === null) return undefined;
  if (typeof body === 'string' || types.isUint8Array(body)) {
    if (context.error !== undefined && type.startsWith('text/html') && hasSecrets(subject))
      return omittedBody(type, Buffer.byteLength(body), true);
    return redactor.body(body, type, bodyCap);
  }
  return isFileBody(body) ? omittedBody(type, body.length ?? subject.delivery.bytes, false) : undefined;
}

function omittedBody(type: string, size: number, redacted: boolean): RecordedBody {
  return { type, encoding: 'text', content: '', size, kept: 0, digest: undefined, redacted };
}
