import { access } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** What the application of every framework answers. */
export const HELLO = { hello: 'world' };
export const LARGE = 'Lorem ipsum dolor sit amet. '.repeat(12_000);
export const ZIPPED = gzipSync(JSON.stringify({ city: 'Lisbon', password: 'hunter2' }));

/** Returns the user that a request has logged in. */
export function userOf(authorization) {
  return authorization === 'Bearer ada' ? { id: 1, name: 'ada' } : undefined;
}

/** Returns the first value of each query parameter that the applications know. */
export function found({ q, page }) {
  return { q, page };
}

/** The parts of a streamed response. */
export async function* parts() {
  for (const part of ['one ', 'two ', 'three']) {
    yield part;
    await sleep(2);
  }
}

/** Starts a response that takes longer than its client waits. */
export async function* slowParts() {
  yield 'first';
  await sleep(400);
  yield 'last';
}

export function throwSync() {
  throw new TypeError('planned: sync');
}

export async function throwLater() {
  // After a timer, the frames of Node.js in the stack would depend on other timers.
  await access('.');
  throw new RangeError('planned: later');
}

const database = new DatabaseSync(':memory:');

/** Logs, queries a database and calls another server, so that a test can find what belongs to this request. */
export async function mark(id, response) {
  response?.once('finish', () => console.log(`finished ${id}`));
  console.log(`start ${id}`);
  await sleep(Number(id) % 7);
  database.prepare('select ? as id').get(id);
  const answer = await fetch(`${process.env.TARGET_URL}/mark/${id}`);
  const text = await answer.text();
  console.log(`end ${id}`);
  return { id, text };
}

/** Logs in the handler and when the response is sent. */
export function note({ id }, response) {
  console.log(`note ${id}`);
  response?.once('finish', () => console.log(`finished ${id}`));
  return { id };
}

/** Returns the number of bytes of a stream. */
export async function sizeOf(stream) {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
}

export async function textOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Listens on a free port and prints it. */
export function serve(server) {
  server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
}
