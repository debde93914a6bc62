import type { Collector, CollectorSubject } from '../collector.ts';
import type { Redactor } from '../redaction/redaction.ts';

/**
 * What went wrong, as the view that the error page drew, {@link withoutSecrets}. The view is made by the errors room,
 * which this one may not know; whoever puts the profiler together hands its maker over.
 */
export function exceptionCollector(view: (subject: CollectorSubject) => unknown): Collector {
  return {
    name: 'exception',
    collect: (subject) => (subject.context.error === undefined ? undefined : view(subject)),
  };
}

/** The same plain data, its shape untouched, every text in it redacted by the way of what it is. */
export function withoutSecrets(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (Array.isArray(value)) {
    if (isHeader(value)) return [value[0], redactor.header(value[0], value[1])];
    return value.map((each) => withoutSecrets(each, redactor));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, memberWithoutSecrets(name, each, redactor)]),
  );
}

function memberWithoutSecrets(name: string, value: unknown, redactor: Redactor): unknown {
  // Of these the names are the application's.
  if (name === 'properties') return redactor.value(value);
  if (name !== 'requestLine' || typeof value !== 'string') return withoutSecrets(value, redactor);
  const space = value.indexOf(' ');
  return value.slice(0, space + 1) + redactor.url(value.slice(space + 1));
}

function isHeader(list: readonly unknown[]): list is readonly [string, string] {
  return list.length === 2 && typeof list[0] === 'string' && typeof list[1] === 'string';
}
