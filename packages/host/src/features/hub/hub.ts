import type { HttpContext } from 'oriel-core/http';
import { createStreamLimiter } from './stream-limiter.ts';
import { Broadcast } from './event-stream.ts';
import type { StreamEndReason, StreamHub, EventStream } from './event-stream.ts';
import { History } from './history.ts';
import { createPublishError } from './hub-error.ts';
import { HUB_PATH, EMBEDDED_HUB_SETTINGS } from './hub-config.ts';
import { withDefaults } from 'oriel-core/configuration';
import { HISTORY_SETTINGS, resolveHubLimits } from './hub-limits.ts';
import type { EmbeddedHubConfig } from './hub-config.ts';
import type { AllHubLimits } from './hub-limits.ts';
import { hubCookies } from './hub-cookie.ts';
import { createCounters } from './hub-metrics.ts';
import type { HubCounters, HubMetrics } from './hub-metrics.ts';
import { getBase, createTokens, getIdentity } from './hub-options.ts';
import type { HubIdentity, HubTokens, TokenWish } from './hub-tokens.ts';
import { listSubscriptions, parseListedSubscriptions, subscriptionUpdates } from './subscription.ts';
import type { ListedSubscription } from './subscription.ts';
import { MemoryTransport } from './memory-transport.ts';
import type { HubPublisher, Published } from './publisher.ts';
import { createReservedTopicTest, createUpdate } from './update.ts';
import { StreamTimer } from './stream-timer.ts';
import { SubscriberIndex } from './subscriber-index.ts';
import { TopicMatchers } from './topic-matcher.ts';
import type { Transport } from './transport.ts';
import type { Update, UpdateInput } from './update.ts';

const HISTORY_BYTES = 4_194_304;

/** A Mercure hub embedded in the host. It delivers updates to the subscribers of this process. */
export class Hub implements HubPublisher, StreamHub {
  readonly config: EmbeddedHubConfig;
  readonly limits: AllHubLimits;
  readonly matchers: TopicMatchers;
  readonly tokens: HubTokens;
  readonly history: History;
  readonly streams = new SubscriberIndex();
  readonly counters: HubCounters = createCounters();
  readonly #transport: Transport;
  readonly #broadcast = new Broadcast();
  readonly #clock: StreamTimer;
  readonly #isReserved: (topic: string) => boolean;
  readonly #unsubscribe: () => void;
  readonly streamLimiter: ReturnType<typeof createStreamLimiter>;
  #receivers = 0;
  #withheld = 0;
  isDraining = false;
  #hasOrigin = false;
  #identity: HubIdentity;

  /**
   * @param keyOf returns the key of an address for the limit of streams per address
   * @param heartbeat the milliseconds without an update after which a stream gets a comment, so that it stays open
   */
  constructor(
    config: EmbeddedHubConfig,
    keyOf: (address: string) => string = (address) => address,
    heartbeat = 15_000,
  ) {
    const { history } = withDefaults(EMBEDDED_HUB_SETTINGS, config);
    const { count } = withDefaults(HISTORY_SETTINGS, history);
    this.config = config;
    this.limits = resolveHubLimits(config.limits);
    this.streamLimiter = createStreamLimiter(config.limits?.perAddress, this.limits.perAddress, keyOf);
    this.matchers = new TopicMatchers(getBase(config));
    this.#identity = getIdentity(config, getBase(config));
    this.tokens = createTokens(config, this.matchers, this.limits);
    this.tokens.assertVerifier();
    this.history = new History(count, HISTORY_BYTES);
    this.#isReserved = createReservedTopicTest(getBase(config));
    this.#clock = new StreamTimer(heartbeat);
    this.#transport = config.transport ?? new MemoryTransport({ count: 0 });
    this.#unsubscribe = this.#transport.listen({
      update: (update, isFromHistory) => this.#dispatch(update, isFromHistory),
    });
  }

  publish(input: UpdateInput, once?: string): Published | Promise<Published> {
    return this.send(this.createUpdate(input), once);
  }

  /** @throws {HubRequestError} if the update is invalid */
  createUpdate(input: UpdateInput): Update {
    return createUpdate(input, this.limits, this.#isReserved);
  }

  /**
   * Publishes a validated update, or one of the hub itself.
   *
   * @param once an id that is the same for each retry
   * @throws {ServiceUnavailableError} (or rejects) if the transport does not take it
   */
  send(update: Update, once?: string): Published | Promise<Published> {
    const failed = (error: unknown): never => {
      this.counters.failed++;
      throw createPublishError(error);
    };
    try {
      const result = this.#transport.publish(update, once);
      if (result === undefined) return { id: update.id, receivers: this.#receivers, withheld: this.#withheld };
      return result.then(() => ({ id: update.id, receivers: undefined }), failed);
    } catch (error) {
      return failed(error);
    }
  }

  get lastEventId(): string | undefined {
    // Without updates so far, `earliest` misses none, unless the transport is still loading its history.
    return this.history.lastId ?? (this.ready === undefined ? 'earliest' : undefined);
  }

  /** Returns the URL of the hub for the client of a request: `publicUrl`, or the origin of the request in development. */
  urlFor(context: HttpContext): string {
    return this.config.publicUrl ?? `${context.origin}${HUB_PATH}`;
  }

  /** Issuer and audience of tokens. They never depend on a request, because the client chooses its Host header. */
  get identity(): HubIdentity {
    return this.#identity;
  }

  /** Sets the origin of the hub to the one that the host listens on, unless there is a `publicUrl` or an earlier one. */
  listenAt(origin: string): void {
    if (this.#hasOrigin) return;
    this.#hasOrigin = true;
    this.#identity = getIdentity(this.config, new URL(HUB_PATH, origin).href);
  }

  issueToken(wish: TokenWish): string {
    return this.tokens.issue(wish, this.#identity);
  }

  cookiesFor(wish: TokenWish, context: HttpContext): readonly string[] {
    return hubCookies(this, wish, context);
  }

  get metrics(): HubMetrics {
    const { length, bytes } = this.history;
    const { size: subscribers, topics } = this.streams;
    return { ...this.counters, subscribers, topics, historyCount: length, historyBytes: bytes };
  }

  /** The current problem of the transport; undefined if it works. */
  get trouble(): string | undefined {
    return this.#transport.trouble;
  }

  /** Resolves when the transport has delivered its history; undefined afterwards. */
  get ready(): Promise<void> | undefined {
    return this.#transport.ready;
  }

  async subscriptions(): Promise<readonly ListedSubscription[]> {
    const subscriptions = [...this.streams].flatMap(({ subscriber }) => listSubscriptions(subscriber));
    const others = (await this.#transport.subscribers?.others()) ?? [];
    return [...subscriptions, ...others.flatMap(parseListedSubscriptions)];
  }

  addStream(stream: EventStream): void {
    if (this.isDraining) return stream.end('drained');
    this.counters.subscribersTotal++;
    this.streams.add(stream);
    this.streamLimiter.add(stream.address);
    this.#clock.add(stream);
    this.#announce(stream, true);
  }

  removeStream(stream: EventStream, reason: StreamEndReason): void {
    if (!this.streams.delete(stream)) return;
    this.#clock.delete(stream);
    if (reason === 'slow') this.counters.cut++;
    if (reason === 'expired') this.counters.expired++;
    this.streamLimiter.delete(stream.address);
    this.#announce(stream, false);
  }

  /** Ends all streams, each with a random delay for reconnecting. */
  drain(): void {
    this.isDraining = true;
    for (const stream of [...this.streams]) stream.stopping();
  }

  flush(): void {
    this.#broadcast.flush();
  }

  close(): void | Promise<void> {
    this.drain();
    this.#clock.stop();
    this.#unsubscribe();
    // The application closes a transport that it has passed.
    return this.config.transport === undefined ? this.#transport.close() : undefined;
  }

  #dispatch(update: Update, isFromHistory: boolean): void {
    const entry = this.history.add(update);
    this.#receivers = 0;
    this.#withheld = 0;
    if (isFromHistory) return;
    this.counters.updates++;
    this.streams.each(entry, (stream, mayRead) => {
      if (!mayRead) return void this.#withheld++;
      this.#receivers++;
      this.#broadcast.write(stream, entry);
    });
    this.counters.delivered += this.#receivers;
    this.counters.withheld += this.#withheld;
  }

  #announce({ subscriber }: EventStream, active: boolean): void {
    if (!this.config.subscriptions) return;
    const { subscribers } = this.#transport;
    if (active) subscribers?.set(subscriber.id, JSON.stringify(listSubscriptions(subscriber)));
    else subscribers?.delete(subscriber.id);
    for (const update of subscriptionUpdates(subscriber, active)) {
      const result = this.#transport.publish(update);
      result?.catch(() => this.counters.failed++);
    }
  }
}
