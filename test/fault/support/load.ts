import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultClient } from './client.ts';
import type { Reply } from './client.ts';

/** What a client of the load does: it writes notes, changes its session, or reads what needs neither database nor session. */
export type LoadKind = 'write' | 'visit' | 'read';

/** The result of one request of the load. */
export interface Outcome {
  readonly kind: LoadKind;
  readonly status: number;
  readonly error: string | undefined;
  /** Times of `performance.now()`. */
  readonly started: number;
  readonly ended: number;
  /** The token of its profile. */
  readonly token: string | undefined;
  /** What is wrong with the response; undefined if it may be sent. A 5xx and a lost connection are not wrong. */
  readonly wrong: string | undefined;
}

/** A note whose write was acknowledged, and when. */
export interface AcknowledgedNote {
  readonly id: string;
  readonly at: number;
  /** Whether an earlier request with its key had no successful response, so that it may have written the note. */
  readonly isRepeated: boolean;
}

/** Clients that send requests one after another and check each response. */
export class Load {
  readonly outcomes: Outcome[] = [];
  readonly notes: AcknowledgedNote[] = [];
  readonly #base: () => string;
  readonly #visitors: Visitor[];
  readonly #kinds: readonly LoadKind[];
  readonly #pause: number;
  #running: Promise<unknown> | undefined;
  #isStopping = false;

  /** @param base the URL of a host, or a function that returns another one for each request */
  constructor(
    base: string | (() => string),
    {
      clients = 9,
      kinds = ['write', 'visit', 'read'] as readonly LoadKind[],
      pause = 10,
    }: { clients?: number; kinds?: readonly LoadKind[]; pause?: number } = {},
  ) {
    this.#base = typeof base === 'string' ? () => base : base;
    this.#visitors = Array.from({ length: clients }, () => new Visitor());
    this.#kinds = kinds;
    this.#pause = pause;
  }

  start(): this {
    this.#isStopping = false;
    this.#running = Promise.all(this.#visitors.map((visitor, index) => this.#repeat(visitor, index)));
    return this;
  }

  /** Waits for the requests in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  close(): void {
    for (const { client } of this.#visitors) client.close();
  }

  /** Returns how many acknowledged changes of sessions are missing. */
  async lostVisits(): Promise<number> {
    let lost = 0;
    for (const visitor of this.#visitors) {
      if (visitor.visits === 0) continue;
      const headers = { cookie: visitor.cookie! };
      const reply = await visitor.client.send(`${this.#base()}/visits`, { headers });
      if (reply.status !== 200) throw new Error(`GET /visits: ${reply.status} ${reply.error ?? reply.text}`);
      lost += Math.max(0, visitor.visits - (JSON.parse(reply.text) as { visits: number }).visits);
    }
    return lost;
  }

  /** The number of acknowledged changes of sessions. */
  get visits(): number {
    return this.#visitors.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }

  async #repeat(visitor: Visitor, index: number): Promise<void> {
    // Each client does one thing, so that those that wait for an outage do not delay the others.
    const kind = this.#kinds[index % this.#kinds.length]!;
    while (!this.#isStopping) {
      const outcome = await this.#perform(visitor, kind);
      this.outcomes.push(outcome);
      await sleep(isGood(outcome) ? this.#pause : 50);
    }
  }

  async #perform(visitor: Visitor, kind: LoadKind): Promise<Outcome> {
    if (kind === 'write') return this.#write(visitor);
    const { client } = visitor;
    if (kind === 'read') {
      const reply = await client.send(`${this.#base()}/plain`);
      return toOutcome(kind, reply, reply.status === 200 && reply.text !== 'plain' ? reply.text : undefined);
    }
    const headers: Record<string, string> = visitor.cookie === undefined ? {} : { cookie: visitor.cookie };
    visitor.attempts++;
    const reply = await client.send(`${this.#base()}/visits`, { method: 'POST', headers });
    return toOutcome(kind, reply, visitor.receive(reply));
  }

  // A write without a response is repeated with its key at the next turn, as a client would do.
  async #write(visitor: Visitor): Promise<Outcome> {
    const isRepeated = visitor.pending !== undefined;
    const id = (visitor.pending ??= randomUUID());
    const reply = await visitor.client.send(`${this.#base()}/api/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `"${id}"` },
      body: JSON.stringify({ id, text: 'a note' }),
    });
    let wrong: string | undefined;
    if (reply.status === 201) {
      if ((JSON.parse(reply.text) as { id: string }).id !== id) wrong = reply.text;
      this.notes.push({ id, at: reply.ended, isRepeated });
      visitor.pending = undefined;
    }
    // The key of a write that was cut off may be claimed until it expires.
    if (reply.status === 409) {
      visitor.pending = undefined;
      if (!/idempotency/i.test(reply.text)) wrong = reply.text;
    }
    return toOutcome('write', reply, wrong);
  }
}

/** A client with its session. */
class Visitor {
  readonly client = new FaultClient();
  cookie: string | undefined;
  /** The highest number of visits that a response had. */
  visits = 0;
  attempts = 0;
  acknowledged = 0;
  /** The id of a note whose write was not acknowledged yet. */
  pending: string | undefined;

  /** Reads the response to a visit. Returns what is wrong with it. */
  receive({ status, text, cookie }: Reply): string | undefined {
    if (status !== 200) return undefined;
    const isReplaced = this.cookie !== undefined && cookie !== undefined && cookie !== this.cookie;
    this.cookie = cookie ?? this.cookie;
    const { visits } = JSON.parse(text) as { visits: number };
    const before = this.visits;
    this.acknowledged++;
    this.visits = visits;
    if (isReplaced && visits <= before) return `a session was replaced: ${before} visits, then ${visits}`;
    return visits <= before || visits > this.attempts ? `${before} visits, then ${visits}` : undefined;
  }
}

function toOutcome(
  kind: LoadKind,
  { status, error, started, ended, text, token }: Reply,
  wrong: string | undefined,
): Outcome {
  const isExpected = status === 0 || status === 200 || status === 201 || status === 409 || status >= 500;
  return { kind, status, error, started, ended, token, wrong: wrong ?? (isExpected ? undefined : `${status} ${text}`) };
}

/** Returns whether a request succeeded. */
export function isGood({ status, wrong }: Outcome): boolean {
  return (status === 200 || status === 201) && wrong === undefined;
}
