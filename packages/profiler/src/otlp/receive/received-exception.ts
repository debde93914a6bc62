import type { ErrorView } from 'oriel-core/errors';
import { reasonPhrase } from 'oriel-core/http';
import type { Redactor } from '../../record/redaction/redactor.ts';
import { EXCEPTION_MESSAGE, EXCEPTION_STACK, EXCEPTION_TYPE } from '../semantic-conventions.ts';
import type { ReceivedSpan } from './received-messages.ts';
import type { DescribedRequest } from './to-profile.ts';

/** Returns the data of an error page for the exception of a span; undefined if it has none. Stacks of other languages are one text. */
export function createExceptionView(
  { events }: ReceivedSpan,
  { method, url, status }: DescribedRequest,
  redactor: Redactor,
): ErrorView | undefined {
  const attributes = events.find(({ name }) => name === 'exception')?.attributes;
  if (attributes === undefined) return undefined;
  const read = (name: string): string => {
    const value = attributes.get(name);
    return typeof value === 'string' ? redactor.text(value) : '';
  };
  const className = read(EXCEPTION_TYPE).slice(0, 200) || 'Error';
  const stack = read(EXCEPTION_STACK);
  return {
    title: `Error ${status} ${reasonPhrase(status)}`,
    status,
    reason: reasonPhrase(status),
    message: read(EXCEPTION_MESSAGE),
    requestLine: `${method} ${url}`,
    request: { headers: [] },
    exceptions: [
      {
        className,
        classChain: [className],
        message: read(EXCEPTION_MESSAGE),
        properties: stack === '' ? {} : { stacktrace: stack },
        via: 'thrown',
        depth: 0,
        frames: [],
      },
    ],
    omittedExceptions: 0,
    logs: [],
    omittedLogs: 0,
    hints: [],
    links: [],
  };
}
