import { connect } from 'node:net';
import type { ReceivedResponse } from './public-application.ts';

export interface SentRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends a request to a port of this machine, on a connection of its own. The response stays as it was received, also if it is
 * not valid.
 */
export async function sendRequest(
  port: number,
  { method = 'GET', path, headers = {}, body }: SentRequest,
): Promise<ReceivedResponse> {
  const lines = Object.entries({
    Host: `127.0.0.1:${port}`,
    ...headers,
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(RESPONSE_TIMEOUT_MS, () =>
    socket.destroy(new Error(`No response to ${method} ${path} within 30 s`)),
  );
  socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n'));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return parseResponse(Buffer.concat(chunks));
}

const RESPONSE_TIMEOUT_MS = 30_000;

function parseResponse(bytes: Buffer): ReceivedResponse {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...headers] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const body = bytes.subarray(end + 4);
  const isChunked = headers.some((line) => /^transfer-encoding: *chunked$/i.test(line));
  return { status: Number(statusLine.split(' ')[1]), statusLine, headers, body: isChunked ? joinChunks(body) : body };
}

// The sizes of chunks depend on when the application wrote them.
function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let index = 0; index < body.length;) {
    const lineEnd = body.indexOf('\r\n', index);
    const size = Number.parseInt(body.subarray(index, lineEnd).toString('latin1'), 16);
    if (!(size > 0)) break;
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    index = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(chunks);
}
