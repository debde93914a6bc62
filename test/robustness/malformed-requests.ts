/** The bytes of a malformed request, in one packet or in several, with the expected status and problem type. */
export type MalformedRequest = readonly [bytes: string | readonly string[], status: number, type: string];

/**
 * Returns malformed requests by what is wrong with them. The server closes the connection after its response.
 *
 * @param name the name in the Host header. `POST /echo` must read the body
 */
export function malformedRequests(name = 'a'): Readonly<Record<string, MalformedRequest>> {
  const host = `Host: ${name}\r\n`;
  const get = (rest: string) => `GET / HTTP/1.1\r\n${host}${rest}\r\n`;
  const post = (headers: string, body = '') => `POST /echo HTTP/1.1\r\n${host}${headers}\r\n\r\n${body}`;
  const chunked = (body: string) => post('Transfer-Encoding: chunked', body);
  return {
    'a method in lower case': [`get / HTTP/1.1\r\n${host}\r\n`, 501, 'unknown-method'],
    'an unknown method': [`FROB / HTTP/1.1\r\n${host}\r\n`, 501, 'unknown-method'],
    CONNECT: [`CONNECT a:443 HTTP/1.1\r\n${host}\r\n`, 501, 'unknown-method'],
    'binary data': ['\x00\x01\x02\xff\r\n\r\n', 400, 'malformed-request'],
    'a TLS handshake': ['\x16\x03\x01\x02\x00\x01\x00', 400, 'malformed-request'],
    'an empty line and an invalid request line': ['\r\nnonsense\r\n\r\n', 400, 'malformed-request'],
    'an unknown HTTP version': [`GET / HTTP/3.7\r\n${host}\r\n`, 505, 'http-version'],
    'HTTP/2.0 in a request line of HTTP/1.1': [`GET / HTTP/2.0\r\n${host}\r\n`, 505, 'http-version'],
    'HTTP/0.9 in a request line of HTTP/1.1': [`GET / HTTP/0.9\r\n${host}\r\n`, 505, 'http-version'],
    'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505, 'http-version'],
    'another protocol': ['GET / GOPHER/1.0\r\n\r\n', 400, 'malformed-request'],
    'a space in the target': [`GET /a b HTTP/1.1\r\n${host}\r\n`, 400, 'malformed-request'],
    'a control character in the target': [`GET /a\x01b HTTP/1.1\r\n${host}\r\n`, 400, 'malformed-request'],
    'NUL in the target': [`GET /a\x00b HTTP/1.1\r\n${host}\r\n`, 400, 'malformed-request'],
    'a raw eight-bit target': [`GET /\xc3\xa9 HTTP/1.1\r\n${host}\r\n`, 400, 'malformed-request'],
    'a target that is not a path': [`GET foo HTTP/1.1\r\n${host}\r\n`, 400, 'malformed-request'],
    'lines that end in a bare LF': [`GET / HTTP/1.1\nHost: ${name}\n\n`, 400, 'malformed-request'],
    'a header line that ends in a bare LF': [`GET / HTTP/1.1\r\nHost: ${name}\nX: b\r\n\r\n`, 400, 'malformed-request'],
    'lines that end in a bare CR': [`GET / HTTP/1.1\rHost: ${name}\r\r`, 400, 'malformed-request'],
    'NUL in a header': [get('X: a\0b\r\n'), 400, 'malformed-request'],
    'a folded header': [get('X: a\r\n b\r\n'), 400, 'malformed-request'],
    'a space before the colon': ['GET / HTTP/1.1\r\nHost : a\r\n\r\n', 400, 'malformed-request'],
    'a header without a name': [get(': x\r\n'), 400, 'malformed-request'],
    'a header without a colon': [get('nonsense\r\n'), 400, 'malformed-request'],
    'a length and chunks': [
      post('Content-Length: 3\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
      400,
      'malformed-request',
    ],
    'chunks and a length': [
      post('Transfer-Encoding: chunked\r\nContent-Length: 3', '0\r\n\r\n'),
      400,
      'malformed-request',
    ],
    'two different lengths': [post('Content-Length: 3\r\nContent-Length: 4', 'abcd'), 400, 'malformed-request'],
    'the same length twice': [post('Content-Length: 3\r\nContent-Length: 3', 'abc'), 400, 'malformed-request'],
    'a list of lengths': [post('Content-Length: 3, 3', 'abc'), 400, 'malformed-request'],
    'a negative length': [post('Content-Length: -3', 'abc'), 400, 'malformed-request'],
    'a length with a sign': [post('Content-Length: +3', 'abc'), 400, 'malformed-request'],
    'a length in hexadecimal': [post('Content-Length: 0x3', 'abc'), 400, 'malformed-request'],
    'a length that exceeds the range of numbers': [
      post(`Content-Length: ${'9'.repeat(25)}`, 'abc'),
      400,
      'malformed-request',
    ],
    'a transfer coding other than chunked': [post('Transfer-Encoding: gzip', 'abc'), 400, 'malformed-request'],
    'a transfer coding that looks like chunked': [
      post('Transfer-Encoding: xchunked', '0\r\n\r\n'),
      400,
      'malformed-request',
    ],
    'chunked that is not the last coding': [
      post('Transfer-Encoding: chunked, gzip', '0\r\n\r\n'),
      400,
      'malformed-request',
    ],
    'two transfer codings': [
      post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '0\r\n\r\n'),
      400,
      'malformed-request',
    ],
    'an invalid chunk size': [chunked('zz\r\nabc\r\n'), 400, 'malformed-request'],
    'an invalid size of the second chunk': [[chunked('3\r\nabc\r\n'), 'zz\r\n'], 400, 'malformed-request'],
    'a chunk size with a sign': [chunked('-3\r\nabc\r\n'), 400, 'malformed-request'],
    'a chunk size that exceeds the range of numbers': [chunked(`${'f'.repeat(20)}\r\nabc`), 400, 'malformed-request'],
    'a chunk longer than its size': [chunked('3\r\nabcdef\r\n0\r\n\r\n'), 400, 'malformed-request'],
    'chunks that end in a bare LF': [chunked('3\nabc\n0\n\n'), 400, 'malformed-request'],
    'too long chunk extensions': [chunked(`3;${'a'.repeat(17_000)}\r\nabc\r\n0\r\n\r\n`), 413, 'content-too-large'],
    'ten thousand headers': [get('a: b\r\n'.repeat(10_000)), 431, 'header-fields-too-large'],
    'a header of 20 KB': [get(`X: ${'a'.repeat(20_000)}\r\n`), 431, 'header-fields-too-large'],
    'a header that does not end': [
      [`GET / HTTP/1.1\r\n${host}X: `, ...Array.from({ length: 20 }, () => 'a'.repeat(2_000))],
      431,
      'header-fields-too-large',
    ],
    'a URL of 20 KB': [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 414, 'uri-too-long'],
    'a URL of 200 KB': [`GET /${'a'.repeat(200_000)} HTTP/1.1\r\n${host}\r\n`, 414, 'uri-too-long'],
  };
}
