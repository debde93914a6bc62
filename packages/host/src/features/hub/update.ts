import { randomUUID } from 'node:crypto';
import { isPrintable } from './hub-text.ts';
import { HubRequestError } from './hub-error.ts';
import type { AllHubLimits } from './hub-limits.ts';
import { message } from 'oriel-core/messages';
import { Buffer } from 'node:buffer';

/** An update to publish. */
export interface UpdateInput {
  /** The topics of the update. The first is its canonical topic, the others are alternatives. */
  readonly topics: string | readonly string[];
  /** The content of the update, such as the new state as JSON. Default empty. */
  readonly data?: string;
  /** Whether only subscribers get the update that may read at least one of its topics. Default false. */
  readonly private?: boolean;
  /** The event id; default a random UUID URN. */
  readonly id?: string;
  /** The event name in the browser. Default `message`. */
  readonly type?: string;
  /** Milliseconds that clients wait before they reconnect. */
  readonly retry?: number;
}

export interface Update {
  readonly id: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly private: boolean;
  readonly type: string | undefined;
  readonly retry: number | undefined;
}

/** The event type of updates about subscriptions, which only the hub publishes. */
export const HUB_EVENT_TYPE = 'mercure';

/**
 * Validates an update and generates its id if it has none.
 *
 * @param isReserved returns true for topics that only the hub may publish to
 * @throws {HubRequestError} 400 for an invalid update, 413 for one that exceeds a limit
 */
export function createUpdate(input: UpdateInput, limits: AllHubLimits, isReserved: (topic: string) => boolean): Update {
  const { data = '', id, type, retry } = input;
  const topics = typeof input.topics === 'string' ? [input.topics] : input.topics;
  if (topics.length === 0) throw new HubRequestError(400, message('update.topic-missing'));
  if (topics.length > limits.topics)
    throw new HubRequestError(
      413,
      message('update.too-many-topics-sent', { most: limits.topics, count: topics.length }),
    );
  for (const topic of topics) {
    assertText('topic', topic, limits.text);
    if (topic === '') throw new HubRequestError(400, message('update.empty-topic'));
    if (topic === '*') throw new HubRequestError(400, message('update.topic-matches-all'));
    if (isReserved(topic)) throw new HubRequestError(400, message('update.reserved-topic', { topic }));
  }
  if (Buffer.byteLength(data) > limits.data)
    throw new HubRequestError(413, message('update.data-too-large', { bytes: limits.data }));
  if (id !== undefined && id !== '') assertId(id, limits.text);
  if (type !== undefined) assertText('type', type, limits.text);
  if (type === HUB_EVENT_TYPE)
    throw new HubRequestError(400, message('update.reserved-type', { type: HUB_EVENT_TYPE }));
  if (retry !== undefined && !(Number.isSafeInteger(retry) && retry >= 0))
    throw new HubRequestError(400, message('update.invalid-retry'));
  return {
    id: id || createId(),
    topics,
    data,
    private: input.private ?? false,
    type: type || undefined,
    retry,
  };
}

/** Generates a random update id. */
export function createId(): string {
  return `urn:uuid:${randomUUID()}`;
}

function assertId(id: string, max: number): void {
  assertText('id', id, max);
  if (id.startsWith('#')) throw new HubRequestError(400, message('update.invalid-id'));
  if (id === 'earliest') throw new HubRequestError(400, message('update.reserved-id'));
}

function assertText(field: string, value: string, max: number): void {
  if (value.length > max) throw new HubRequestError(413, message('update.field-too-long', { field, count: max }));
  if (!isPrintable(value)) throw new HubRequestError(400, message('update.invisible-characters', { field }));
}

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

/**
 * Returns a predicate for topics that only the hub may publish to: those below its own path, in any spelling. A publisher
 * could otherwise announce subscriptions that do not exist.
 *
 * @param base the URL of the hub
 */
export function createReservedTopicTest(base: string): (topic: string) => boolean {
  const basePath = normalize(new URL(base).pathname);
  return (topic) => {
    if (!URL.canParse(topic, base)) return false;
    const path = normalize(new URL(topic, base).pathname);
    return path === basePath || path.startsWith(`${basePath}/`);
  };
}

// Decodes unreserved characters and then removes dot segments (RFC 3986 §6.2.2).
function normalize(path: string): string {
  const plain = path.replaceAll(ENCODED, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return UNRESERVED.test(character) ? character : octet;
  });
  // With a host, because `URL` would read a path that starts with two slashes as one.
  return plain === path || !plain.startsWith('/') ? plain : new URL(`http://localhost${plain}`).pathname;
}

const ENCODED = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9._~-]/;
