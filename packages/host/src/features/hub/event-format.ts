import { Buffer } from 'node:buffer';
import type { Update } from './update.ts';

/**
 * Formats an update as a server-sent event. Every line of the data gets a `data` field of its own, so that a line such as
 * `event: x` in the data cannot become a field.
 */
export function formatEvent({ id, type, retry, data }: Update): Buffer {
  let head = `id: ${id}\n`;
  if (type !== undefined) head += `event: ${type}\n`;
  if (retry !== undefined) head += `retry: ${retry}\n`;
  return Buffer.from(`${head}data: ${LINE_END.test(data) ? data.split(LINE_ENDS).join('\ndata: ') : data}\n\n`);
}

/** A comment that keeps a connection open. */
export const HEARTBEAT: Buffer = Buffer.from(':\n\n');

/** Formats the `retry` field, which sets how long a client waits before it reconnects. */
export function formatRetry(milliseconds: number): Buffer {
  return Buffer.from(`retry: ${milliseconds}\n\n`);
}

/** Returns a random delay of 1 to 5 seconds in milliseconds, so that clients do not reconnect all at once. */
export function randomRetryMs(): number {
  return 1000 + Math.floor(Math.random() * 4000);
}

const LINE_END = /[\r\n]/;
const LINE_ENDS = /\r\n|\r|\n/;
