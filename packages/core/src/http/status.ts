import { ERROR_REASON_PHRASES } from '../messages/reason-phrases.ts';

/** Status codes and their reason phrases (RFC 9110 §15 and the IANA registry). */
const REASONS: Readonly<Record<number, string>> = {
  100: 'Continue',
  101: 'Switching Protocols',
  102: 'Processing',
  103: 'Early Hints',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-Authoritative Information',
  204: 'No Content',
  205: 'Reset Content',
  206: 'Partial Content',
  207: 'Multi-Status',
  208: 'Already Reported',
  226: 'IM Used',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  ...ERROR_REASON_PHRASES,
};

/**
 * Returns the reason phrase of a status code; for an unregistered code, that of its class ("Client Error").
 *
 * @example
 * ```ts
 * import { reasonPhrase } from './status.ts';
 * reasonPhrase(404); // => 'Not Found'
 * ```
 */
export function reasonPhrase(status: number): string {
  return REASONS[status] ?? CLASSES[Math.trunc(status / 100)] ?? 'Unknown Status';
}

/** Returns whether a response with this status may have a body (RFC 9110 §6.4.1). */
export function allowsBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 205 && status !== 304;
}

const CLASSES: Readonly<Record<number, string>> = {
  1: 'Informational',
  2: 'Success',
  3: 'Redirection',
  4: 'Client Error',
  5: 'Server Error',
};
