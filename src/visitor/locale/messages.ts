/**
 * What a catalogue of another language says instead of the English that everything is written in. A text is found by its
 * English, with what varies in braces: `A URL may have at most {bytes} bytes`. Missing texts do not compile.
 */
export interface Messages {
  /** As in "Error 404 Not Found". */
  readonly error: string;
  /** The title of a problem that has no other: what its status means. */
  readonly statuses: Readonly<Record<ErrorStatus, string>>;
  /** Titles, details and violations. A text in braces stands in the translation as well. */
  readonly texts: Readonly<Record<EnglishText, string>>;
}

/** The statuses that have a reason phrase, from 400 on. */
export const ERROR_STATUSES = [
  400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423, 424,
  425, 426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 506, 507, 508, 511,
] as const;

export type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** The texts of Oriel's own that visitors get to read. What is specified word for word (404, 405) is not among them. */
export const ENGLISH_TEXTS = [
  'Validation failed',
  // Bodies
  'The body is empty; JSON was expected',
  'Malformed JSON at line {line}, column {column}: unexpected {found}',
  'Member {name} is there twice, at line {line}, column {column}',
  'The body is not valid UTF-8',
  'The body broke off before its end',
  'The body came too slowly',
  'The body may have at most {bytes} bytes',
  'The body did not arrive within {milliseconds} ms',
  'A body coded as "{coding}" is not read here; send it as it is',
  'Text in "{charset}" is not read here; send UTF-8',
  'A body of type "{type}" is not read here; send {types}',
  'The body has no Content-Type; send {types}',
  'The content-type "{type}" is not supported. Supported MIME types are {types}.',
  'Requested format "{type}" is not supported. Supported MIME types are {types}.',
  // Requests
  'A URL may have at most {bytes} bytes',
  'A request may have at most {count} headers',
  'There is no {type} "{id}"',
  'There is nothing at {path}',
  'Read the {type} first and send If-Match with its ETag',
  'If-Match does not name what is there now',
  'Too many requests; ask again in {seconds} s',
  // Who is asking, and where from
  'This needs a login, and the request has no credentials',
  'Authentication is required',
  'Access is denied',
  'Name or password is wrong',
  'The credentials are malformed',
  'The API key is malformed',
  'The API key is not known',
  'The API key has expired',
  'Too many attempts to log in',
  'Too many passwords are being checked',
  'A login is sent as application/json',
  'A login has at most {bytes} bytes',
  'A login has the texts "username" and "password"',
  'Request may be forged',
  'The token does not belong to this session',
  'The session ended, or got a new id, while this request was under way; send it again',
  'Requests cannot be counted now',
  'No answer to {method} {path} in time',
  'There is no such file',
  'Other items still refer to this one',
  'The form is malformed: its parts do not stand between the boundaries it names',
  'There are more than {count} query parameters; send fewer',
  'The Host header is missing (RFC 9112 §3.2)',
  'What the proxies say of the client cannot be read (RFC 7239)',
  'Must be what the path says, or left out',
  // Idempotency
  'The Idempotency-Key must be a text of 1 to 255 characters in quotes',
  'This Idempotency-Key was used for another request; take a new one',
  'A request with this Idempotency-Key is still worked on; ask again in a moment',
  // In front of a list of violations
  'Wrong query: {violations}',
  'No such resource: {violations}',
  // Violations
  'is not known here; did you mean "{name}"?',
  'is not known here; known are {names}',
  'is not known here; this route takes none',
  'Is not known; did you mean "{name}"?',
  'Is not known; known are {names}',
  'is required',
  'is longer than {count} characters',
  'came {count} times; send it once',
  'must be a whole number from {least} on',
  'must be a whole number, such as 12',
  'must be a number, such as 12',
  'must be "true" or "false"',
  'must be a date, such as 2026-01-31 or 2026-01-31T12:00:00Z',
  'must be "asc" or "desc"',
  'Cannot be written',
  'Is taken already',
] as const;

export type EnglishText = (typeof ENGLISH_TEXTS)[number];

/** What stands in braces in a text. */
export function placesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
}
