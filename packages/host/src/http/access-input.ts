import type { HttpContext } from 'oriel-core/http';
import { RequestView } from './request-view.ts';

/** How much of a request has been read when a rule is evaluated: its head, its item, or its validated body. */
export const ACCESS_PHASES = { head: 0, item: 1, body: 2 } as const;
export type AccessPhase = (typeof ACCESS_PHASES)[keyof typeof ACCESS_PHASES];

/** The values that a rule can read besides the request, and the phase in which it is evaluated. */
export interface AccessFacts {
  /** The name of the operation or route. */
  readonly operation: string;
  readonly phase: AccessPhase;
  /** The last phase in which the rule can be evaluated. */
  readonly lastPhase: AccessPhase;
  readonly item: unknown;
  /** The validated body; for a patch, the item after the patch. */
  readonly body: unknown;
  readonly uri: Readonly<Record<string, unknown>>;
  readonly query: unknown;
}

/** The input of access rules. Reading a value that is not available yet postpones the decision. */
export class AccessInput<Item = unknown, Body = unknown> extends RequestView {
  readonly #facts: AccessFacts;
  /** Whether the rule read a value that is not available yet. Its result is then ignored. */
  postponed = false;

  constructor(context: HttpContext, facts: AccessFacts) {
    super(context);
    this.#facts = facts;
  }

  /** The name of the operation or route. */
  get operation(): string {
    return this.#facts.operation;
  }

  /** The item of the request; undefined for lists, null for a PUT that creates. */
  get item(): Item {
    return this.#give('item', ACCESS_PHASES.item) as Item;
  }

  /** The same as `item`, under the name that functions which change items use. */
  get previous(): Item {
    return this.item;
  }

  /** The validated body; for a patch, the item after the patch. */
  get body(): Body {
    return this.#give('body', ACCESS_PHASES.body) as Body;
  }

  /** The same as `body`, under the name that functions which change items use. */
  get next(): Body {
    return this.body;
  }

  /** The subject for voters: the item, or else the body. */
  get subject(): unknown {
    const { lastPhase } = this.#facts;
    if (lastPhase === ACCESS_PHASES.head) return undefined;
    const item = this.item;
    return item ?? (lastPhase === ACCESS_PHASES.body ? this.body : undefined);
  }

  /** The decoded path parameters. */
  get uri(): Readonly<Record<string, string>> {
    return this.#facts.uri as Readonly<Record<string, string>>;
  }

  /** The same, under the name that routes use. */
  get params(): Readonly<Record<string, string>> {
    return this.uri;
  }

  /** The parsed query. */
  get query(): Readonly<Record<string, unknown>> {
    return this.#facts.query ?? NOTHING;
  }

  #give(name: 'item' | 'body', from: AccessPhase): unknown {
    const { phase, lastPhase } = this.#facts;
    if (phase >= from || lastPhase < from) return this.#facts[name];
    this.postponed = true;
    throw DECISION_POSTPONED;
  }
}

/** Thrown when a rule reads a value that is not available yet. The caller of the rule catches it. */
export const DECISION_POSTPONED = new Error(
  'The rule read a value that is not available yet; it will be evaluated again',
);

const NOTHING = Object.freeze({});
