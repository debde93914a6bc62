import { randomUUID } from 'node:crypto';
import { isPrintable } from './hub-text.ts';
import { HubRequestError } from './hub-error.ts';
import type { HubLimits } from './hub-config.ts';

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

/** A validated update. */
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
export function createUpdate(input: UpdateInput, limits: HubLimits, isReserved: (topic: string) => boolean): Update {
  const { data = '', id, type, retry } = input;
  const topics = typeof input.topics === 'string' ? [input.topics] : input.topics;
  if (topics.length === 0) throw new HubRequestError(400, 'An update needs at least one "topic"');
  if (topics.length > limits.topics)
    throw new HubRequestError(413, `An update may have at most ${limits.topics} topics, not ${topics.length}`);
  for (const topic of topics) {
    assertText('topic', topic, limits.text);
    if (topic === '') throw new HubRequestError(400, 'A "topic" must not be empty');
    if (topic === '*') throw new HubRequestError(400, 'The topic "*" matches all topics and cannot be published to');
    if (isReserved(topic)) throw new HubRequestError(400, `The topic "${topic}" is reserved for the hub`);
  }
  if (Buffer.byteLength(data) > limits.data)
    throw new HubRequestError(413, `The "data" of an update may have at most ${limits.data} bytes`);
  if (id !== undefined && id !== '') assertId(id, limits.text);
  if (type !== undefined) assertText('type', type, limits.text);
  if (type === HUB_EVENT_TYPE) throw new HubRequestError(400, `The type "${HUB_EVENT_TYPE}" is reserved for the hub`);
  if (retry !== undefined && !(Number.isSafeInteger(retry) && retry >= 0))
    throw new HubRequestError(400, 'The "retry" of an update must be a number of milliseconds');
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
  if (id.startsWith('#')) throw new HubRequestError(400, 'An "id" must not begin with "#"');
  if (id === 'earliest') throw new HubRequestError(400, 'The id "earliest" is reserved for the start of the history');
}

function assertText(field: string, value: string, max: number): void {
  if (value.length > max) throw new HubRequestError(413, `A "${field}" may have at most ${max} characters`);
  if (!isPrintable(value))
    throw new HubRequestError(400, `A "${field}" must not contain control or invisible characters`);
}
