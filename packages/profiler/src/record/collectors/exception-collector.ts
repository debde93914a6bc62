import type { Collector, CollectorSubject } from '../collector.ts';
import type { RecordedExchange } from '../recorded-exchange.ts';
import type { RouteParameters } from 'oriel-core/redaction';
import type { Redactor } from '../redaction/redactor.ts';

/**
 * Collects the exception, as the data of its error page after {@link redactErrorView}.
 *
 * @param view returns these data; the host passes it, because the profiler does not import its error renderer
 */
export function exceptionCollector<Exchange extends RecordedExchange>(
  view: (subject: CollectorSubject<Exchange>) => unknown,
): Collector<Exchange> {
  return {
    name: 'exception',
    collect: (subject) => (subject.context.error === undefined ? undefined : view(subject)),
  };
}

/**
 * Returns a copy of the data of an error page, with every text redacted by the rule for its kind.
 *
 * @param parameters those of the route that the request matched
 */
export function redactErrorView(value: unknown, redactor: Redactor, parameters?: RouteParameters): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (Array.isArray(value)) {
    if (isHeader(value)) return [value[0], redactor.header(value[0], value[1])];
    return value.map((element) => redactErrorView(element, redactor, parameters));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, redactMember(name, member, redactor, parameters)]),
  );
}

function redactMember(name: string, value: unknown, redactor: Redactor, parameters?: RouteParameters): unknown {
  // The members have the names of the application's properties.
  if (name === 'properties') return redactor.value(value);
  if (name !== 'requestLine' || typeof value !== 'string') return redactErrorView(value, redactor, parameters);
  const space = value.indexOf(' ');
  return value.slice(0, space + 1) + redactor.url(value.slice(space + 1), parameters);
}

function isHeader(list: readonly unknown[]): list is readonly [string, string] {
  return list.length === 2 && typeof list[0] === 'string' && typeof list[1] === 'string';
}
