import { randomUUID } from 'node:crypto';
import { isPrintable } from './hub-text.ts';
import { HubRequestError } from './hub-error.ts';
import type { HubLimits } from './hub-config.ts';

/** What somebody publishes. */
export interface UpdateInput {
  /** What has changed; the first is its own name, the others are further ones. */
  readonly topics: string | readonly string[];
  /** Its new state, in whatever format was agreed. */
  readonly data?: string;
  /** Only for those who may read at least one of its topics. */
  readonly private?: boolean;
  /** Made when left out. */
  readonly id?: string;
  /** The name of the event in the browser; `message` when left out. */
  readonly type?: string;
  /** Milliseconds that clients wait before they come back. */
  readonly retry?: number;
}

/** An update on its way to those who listen. */
export interface Update {
  readonly id: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly private: boolean;
  readonly type: string | undefined;
  readonly retry: number | undefined;
}

/** The type of events that only a hub makes. */
export const HUB_EVENT_TYPE = 'mercure';

/**
 * Makes an update of what was sent.
 *
 * @param isReserved does this topic belong to the hub itself?
 * @throws {HubRequestError} 400 for what cannot be, 413 for what is too large
 */
export function createUpdate(input: UpdateInput, limits: HubLimits, isReserved: (topic: string) => boolean): Update {
  const { data = '', id, type, retry } = input;
  const topics = typeof input.topics === 'string' ? [input.topics] : input.topics;
  if (topics.length === 0) throw new HubRequestError(400, 'An update needs at least one "topic"');
  if (topics.length > limits.topics)
    throw new HubRequestError(413, `An update may have ${limits.topics} topics, not ${topics.length}`);
  for (const topic of topics) {
    assertText('topic', topic, limits.text);
    if (topic === '') throw new HubRequestError(400, 'A "topic" must not be empty');
    if (topic === '*') throw new HubRequestError(400, 'The topic "*" stands for all topics and cannot be published to');
    if (isReserved(topic)) throw new HubRequestError(400, `The topic "${topic}" is the hub's own`);
  }
  if (Buffer.byteLength(data) > limits.data)
    throw new HubRequestError(413, `The "data" of an update may have ${limits.data} bytes`);
  if (id !== undefined && id !== '') assertId(id, limits.text);
  if (type !== undefined) assertText('type', type, limits.text);
  if (type === HUB_EVENT_TYPE) throw new HubRequestError(400, `The type "${HUB_EVENT_TYPE}" is the hub's own`);
  if (retry !== undefined && !(Number.isSafeInteger(retry) && retry >= 0))
    throw new HubRequestError(400, 'The "retry" of an update is a number of milliseconds');
  return {
    id: id || createId(),
    topics,
    data,
    private: input.private ?? false,
    type: type || undefined,
    retry,
  };
}

/** The name of an update that brought none: random, so that it tells nothing. */
export function createId(): string {
  return `urn:uuid:${randomUUID()}`;
}

function assertId(id: string, most: number): void {
  assertText('id', id, most);
  if (id.startsWith('#')) throw new HubRequestError(400, 'An "id" must not begin with "#"');
  if (id === 'earliest') throw new HubRequestError(400, 'The id "earliest" stands for the beginning');
}

function assertText(field: string, value: string, most: number): void {
  if (value.length > most) throw new HubRequestError(413, `A "${field}" may have ${most} characters`);
  if (!isPrintable(value)) throw new HubRequestError(400, `A "${field}" must hold no control or invisible characters`);
}
