import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Workload } from '../workloads.ts';
import { sendAll } from './send-requests.ts';
import type { Received, Sent } from './send-requests.ts';

const SAMPLES = 60;

/**
 * Verifies that a server does the work: the status and all bytes of the body, and the same headers as the others, for a
 * sample of the requests. Only the charset of a content type may be missing.
 *
 * @throws {Error} with the unexpected response
 */
export async function verify(peer: string, port: number, workload: Workload, traffic: readonly Sent[]): Promise<void> {
  const step = Math.max(1, Math.floor(traffic.length / SAMPLES));
  const sample = traffic.filter((_, index) => index % step === 0);
  const responses = await sendAll(port, sample);
  for (const [index, answer] of responses.entries()) verifyOne(peer, port, workload, sample.at(index)!, answer);
}

function verifyOne(peer: string, port: number, workload: Workload, sent: Sent, received: Received): void {
  const fail = (what: string): never => {
    throw new Error(`${peer} responds to "${workload.name}" ${sent.method} ${sent.path} ${what}`);
  };
  const { status, headers } = received;
  // Raw responds with the same bytes each time.
  const body = peer === 'raw' ? sent.answer! : decoded(received);
  if (status !== workload.status || body !== sent.answer)
    fail(`with ${status} ${body}\nexpected ${workload.status} ${sent.answer}`);
  if (workload.coding !== undefined && peer !== 'raw' && headers['content-encoding'] === undefined)
    fail('without compressing it');
  const names = Object.keys(headers).filter((name) => !FRAMING.has(name));
  if (workload.unchanged !== true) {
    const type = String(headers['content-type']);
    if (essence(type) !== essence(workload.contentType)) fail(`as ${type}, expected ${workload.contentType}`);
    compare(names.toSorted(), getNames(workload).toSorted());
  } else {
    // RFC 9110 §15.4.5: these headers must be sent if the response with 200 has them; representation metadata should not be.
    const required = getNames(workload).filter((name) => NOT_MODIFIED.has(name));
    compare(names.filter((name) => NOT_MODIFIED.has(name)).toSorted(), required.toSorted());
    const unknown = names.find((name) => !getNames(workload).includes(name));
    if (unknown !== undefined) fail(`with the header ${unknown}`);
  }
  for (const [name, expected] of Object.entries(workload.headers)) {
    const value = headers[name];
    if (workload.unchanged === true && value === undefined) continue;
    if (name === 'vary' ? !sameVary(String(value), expected) : String(value).toLowerCase() !== expected.toLowerCase())
      fail(`with ${name}: ${String(value)}, expected ${expected}`);
  }

  function compare(actual: readonly string[], expected: readonly string[]): void {
    if (String(actual) !== String(expected))
      fail(`with the headers ${actual.join(', ')}\nexpected ${expected.join(', ')}\non port ${port}`);
  }
}

const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'content-encoding']);
const NOT_MODIFIED: ReadonlySet<string> = new Set([
  ...['content-location', 'date', 'etag', 'vary', 'cache-control', 'expires'],
]);

// Only some servers send Vary: Accept-Encoding.
function sameVary(actual: string, expected: string): boolean {
  const names = (text: string): string[] =>
    text
      .toLowerCase()
      .split(/, */)
      .filter((name) => name !== 'accept-encoding')
      .toSorted();
  return String(names(actual)) === String(names(expected));
}

function getNames({ tagged, located, headers, moving = [] }: Workload): string[] {
  return [
    ...['connection', 'content-type', 'date', 'keep-alive'],
    ...Object.keys(headers),
    ...moving,
    ...(tagged === true ? ['etag', 'link'] : []),
    ...(located === true ? ['content-location'] : []),
    'x-request-id',
  ];
}

function essence(type: string): string {
  return type.replace(/;.*$/, '');
}

function decoded({ headers, body }: Received): string {
  const decode = DECODE[String(headers['content-encoding'])];
  return String(decode ? decode(body) : body);
}

const DECODE: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
  zstd: zstdDecompressSync,
};
