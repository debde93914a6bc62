import type { RecordedBody } from '../profile/profile.ts';
import type { Redactor } from './redaction/redactor.ts';
import { BodyCapture } from './body-capture.ts';
import type { BodyBudget } from './body-capture.ts';
import type { Trace } from 'oriel-core/trace';

/** The beginning of a body of an outgoing call, as it is sent or received. A collector redacts it before it is stored. */
export class OutgoingBody {
  readonly #capture: BodyCapture;
  readonly #type: string;
  readonly #coding: string | undefined;

  /**
   * @param cap the most bytes that are kept
   * @param trace the trace of the request; its calls keep at most four times as much together
   */
  constructor(cap: number, trace: Trace, readHeaderValue: (name: string) => string | undefined) {
    this.#capture = new BodyCapture(cap, getBudget(trace, cap));
    this.#type = readHeaderValue('content-type') ?? '';
    this.#coding = readHeaderValue('content-encoding');
  }

  /** Returns whether a value is a body, without calling a trap of a proxy. */
  static is(value: unknown): value is OutgoingBody {
    return typeof value === 'object' && value !== null && #capture in value;
  }

  add(chunk: unknown, encoding?: unknown): void {
    this.#capture.add(chunk, encoding);
  }

  /** Returns the redacted body; undefined if it is empty. */
  record(redactor: Redactor, cap: number): RecordedBody | undefined {
    const body = this.#capture.decoded(this.#coding);
    return body && redactor.body(body.content(), this.#type, cap, body.size);
  }
}

/** Replaces the bodies among the details of a call by what may be stored of them. */
export function recordBodies(
  details: Readonly<Record<string, unknown>>,
  redactor: Redactor,
  cap: number,
): Record<string, RecordedBody | undefined> {
  const recorded: Record<string, RecordedBody | undefined> = {};
  for (const name of ['requestBody', 'responseBody']) {
    const body = details[name];
    if (OutgoingBody.is(body)) recorded[name] = body.record(redactor, cap);
  }
  return recorded;
}

const budgets = new WeakMap<Trace, BodyBudget>();

function getBudget(trace: Trace, cap: number): BodyBudget {
  let budget = budgets.get(trace);
  if (!budget) budgets.set(trace, (budget = { bytes: 4 * cap }));
  return budget;
}
