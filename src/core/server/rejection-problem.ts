import { HttpError } from '../http/errors.ts';
import { toProblem } from '../http/problem.ts';
import type { ProblemDocument } from '../http/problem.ts';

/** The problem document for bytes that are not a request. Each kind of error has its own `type`. */
export interface RejectionProblem {
  readonly status: number;
  readonly problem: ProblemDocument;
}

/**
 * Returns the problem for an error code of Node.js.
 *
 * @param line the line in which the parser stopped, with its line break, as far as it is known
 * @param headLimit the maximum size of the request line and headers in bytes
 */
export function createRejectionProblem(code: string, line: string, headLimit: number): RejectionProblem {
  if (code === 'HPE_HEADER_OVERFLOW' && line.length >= headLimit && REQUEST_LINE.test(line)) {
    return refusal(414, '/problems/uri-too-long', 'The request line is too long');
  }
  if (code === 'HPE_INVALID_METHOD' && !METHOD.test(line)) {
    const tls = line.startsWith(TLS_HANDSHAKE);
    return malformed(tls ? 'This port speaks plain HTTP, not TLS' : 'This is no HTTP request');
  }
  if (code === 'HPE_INVALID_VERSION' && !VERSION.test(line)) return malformed('The request line must end in CR LF');
  return KNOWN[code] ?? malformed(`The request cannot be read (${code})`);
}

/** Serializes the problem as an HTTP/1.1 response that closes the connection. */
export function serializeRejection({ status, problem }: RejectionProblem): string {
  const body = JSON.stringify(problem);
  return (
    `HTTP/1.1 ${status} ${problem.title}\r\nContent-Type: application/problem+json\r\nX-Content-Type-Options: nosniff\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nDate: ${new Date().toUTCString()}\r\nConnection: close\r\n\r\n${body}`
  );
}

function refusal(status: number, type: string, detail: string): RejectionProblem {
  return { status, problem: toProblem(new HttpError(status, detail, { type }), true) };
}

function malformed(detail: string): RejectionProblem {
  return refusal(400, '/problems/malformed-request', detail);
}

const TLS_HANDSHAKE = '\x16\x03';
const METHOD = /^[!#$%&'*+\-.^_`|~\w]+ /;
const VERSION = / HTTP\/\d+(?:\.\d+)?\r\n$/;
const REQUEST_LINE = /^[A-Z-]{3,20} (?:\/|https?:)/;

const KNOWN: Readonly<Record<string, RejectionProblem>> = {
  HPE_HEADER_OVERFLOW: refusal(431, '/problems/header-fields-too-large', 'The headers are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal(413, '/problems/content-too-large', 'The chunk extensions are too large'),
  HPE_INVALID_METHOD: refusal(501, '/problems/unknown-method', 'The method is unknown; methods are case-sensitive'),
  HPE_INVALID_VERSION: refusal(505, '/problems/http-version', 'This port speaks HTTP/1.1 and HTTP/1.0'),
  ORIEL_VERSION: refusal(505, '/problems/http-version', 'This port speaks HTTP/1.1 and HTTP/1.0'),
  HPE_PAUSED_H2_UPGRADE: refusal(505, '/problems/http-version', 'This port does not speak HTTP/2'),
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, '/problems/request-timeout', 'The request did not arrive in time'),
  ORIEL_CONNECT: refusal(501, '/problems/unknown-method', 'This server is no proxy: it does not do CONNECT'),
};
