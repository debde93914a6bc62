import { Buffer } from 'node:buffer';
import type { Update } from './update.ts';

/**
 * An update as an event of a stream. Every line of the data gets a field of its own: written as it is, a line such as
 * `event: x` in it would be a field that nobody published.
 */
export function formatEvent({ id, type, retry, data }: Update): Buffer {
  let head = `id: ${id}\n`;
  if (type !== undefined) head += `event: ${type}\n`;
  if (retry !== undefined) head += `retry: ${retry}\n`;
  return Buffer.from(`${head}data: ${LINE_END.test(data) ? data.split(LINE_ENDS).join('\ndata: ') : data}\n\n`);
}

/** What keeps a connection alive and means nothing. */
export const HEARTBEAT: Buffer = Buffer.from(':\n\n');

/** Asks a client to wait so long before it comes back. */
export function formatRetry(milliseconds: number): Buffer {
  return Buffer.from(`retry: ${milliseconds}\n\n`);
}

/** Milliseconds after which a client comes back: a second at least, and spread over four more. */
export function randomRetryMs(): number {
  return 1000 + Math.floor(Math.random() * 4000);
}

const LINE_END = /[\r\n]/;
const LINE_ENDS = /\r\n|\r|\n/;
