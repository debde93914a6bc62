import { setTimeout as pause } from 'node:timers/promises';
import { InternalServerError, ServiceUnavailableError } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import { withDefaults } from 'oriel-core/configuration';
import { resolveHubLimits } from './hub-limits.ts';
import { EXTERNAL_HUB_SETTINGS } from './hub-config.ts';
import type { Resolved } from 'oriel-core/configuration';
import type { ExternalHubConfig } from './hub-config.ts';
import { createPublishError } from './hub-error.ts';
import { hubCookies } from './hub-cookie.ts';
import { getBase, createTokens, getIdentity } from './hub-options.ts';
import type { HubTokens, TokenWish } from './hub-tokens.ts';
import type { HubPublisher, Published } from './publisher.ts';
import { createReservedTopicTest, createUpdate } from './update.ts';
import { TopicMatchers } from './topic-matcher.ts';
import type { Update, UpdateInput } from './update.ts';

/**
 * Publishes to an external hub. Updates are posted one after the other to keep their order. Failed requests are retried
 * with increasing delays, and the queue is limited.
 */
export class ExternalHub implements HubPublisher {
  readonly config: ExternalHubConfig;
  readonly #settings: Resolved<ExternalHubConfig, typeof EXTERNAL_HUB_SETTINGS>;
  readonly #maxQueued: number;
  readonly #tokens: HubTokens;
  readonly #isReserved: (topic: string) => boolean;
  readonly #stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #queued = 0;
  #lastId: string | undefined = undefined;
  readonly counters = { published: 0, retried: 0, failed: 0, dropped: 0 };

  constructor(config: ExternalHubConfig, maxQueued = 10_000) {
    this.#maxQueued = maxQueued;
    this.#settings = withDefaults(EXTERNAL_HUB_SETTINGS, config);
    this.config = config;
    this.#tokens = createTokens(config, new TopicMatchers(getBase(config)), LIMITS);
    this.#isReserved = createReservedTopicTest(config.url);
  }

  async publish(input: UpdateInput): Promise<Published> {
    const update = createUpdate(input, LIMITS, this.#isReserved);
    if (this.#queued >= this.#maxQueued) {
      this.counters.dropped++;
      throw new ServiceUnavailableError(`The hub has ${this.#queued} queued updates and accepts no more`);
    }
    this.#queued++;
    const sent = this.#last.then(() => this.#deliver(update));
    this.#last = sent.catch(() => {});
    try {
      const id = await sent;
      this.counters.published++;
      this.#lastId = id;
      return { id, receivers: undefined };
    } catch (error) {
      this.counters.failed++;
      throw createPublishError(error);
    } finally {
      this.#queued--;
    }
  }

  get metrics(): Readonly<Record<string, number>> {
    return { ...this.counters, waiting: this.#queued };
  }

  get lastEventId(): string | undefined {
    return this.#lastId;
  }

  urlFor(_context: HttpContext): string {
    return this.config.publicUrl ?? this.config.url;
  }

  issueToken(wish: TokenWish): string {
    return this.#tokens.issue(wish, getIdentity(this.config, this.config.publicUrl ?? this.config.url));
  }

  cookiesFor(wish: TokenWish, context: HttpContext): readonly string[] {
    return hubCookies(this, wish, context);
  }

  close(): void {
    this.#stop.abort();
  }

  async #deliver(update: Update): Promise<string> {
    const { retries } = this.#settings;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#post(update);
      } catch (error) {
        if (error instanceof InternalServerError || attempt >= retries || this.#stop.signal.aborted) throw error;
        this.counters.retried++;
        await pause(Math.min(5000, 100 * 2 ** attempt) * (0.5 + Math.random()), undefined, {
          signal: this.#stop.signal,
        }).catch(() => undefined);
      }
    }
  }

  async #post({ topics, data, id, type, retry, private: isPrivate }: Update): Promise<string> {
    const form = new URLSearchParams({ data, id });
    for (const topic of topics) form.append('topic', topic);
    if (isPrivate) form.set('private', 'on');
    if (type !== undefined) form.set('type', type);
    if (retry !== undefined) form.set('retry', String(retry));
    const token = this.issueToken({ publish: topics, lifetime: '1 min' });
    const response = await fetch(this.config.url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      redirect: 'error',
      signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIMEOUT)]),
    });
    const text = (await response.text()).trim();
    if (response.ok) return text || id;
    const message = `The hub at ${this.config.url} responded with ${response.status}`;
    // The hub would reject the same update again.
    const isFinal = response.status < 500 && response.status !== 408 && response.status !== 429;
    throw isFinal ? new InternalServerError(message) : new ServiceUnavailableError(message);
  }
}

const LIMITS = resolveHubLimits();
const TIMEOUT = 5_000;
