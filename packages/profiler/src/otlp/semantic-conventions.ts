/**
 * Names of attributes in the semantic conventions of OpenTelemetry: the stable ones of HTTP, databases and exceptions, and the
 * names that instrumentations used before, which are only read.
 */
export const HTTP_METHOD = 'http.request.method';
export const HTTP_STATUS = 'http.response.status_code';
export const HTTP_ROUTE = 'http.route';
export const URL_FULL = 'url.full';
export const DB_SYSTEM = 'db.system.name';
export const DB_QUERY = 'db.query.text';
export const SERVICE_NAME = 'service.name';
export const EXCEPTION_TYPE = 'exception.type';
export const EXCEPTION_MESSAGE = 'exception.message';
export const EXCEPTION_STACK = 'exception.stacktrace';

/** The kinds of spans in OTLP. */
export const SPAN_KIND = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;

/** Bits of the flags of a span. */
export const FLAGS = { sampled: 0x1, hasIsRemote: 0x100, isRemote: 0x200 } as const;

/** The status of a failed span. */
export const STATUS_ERROR = 2;
