/** The attributes of a span, a log record or a resource, whose names may be anything. */
export type Attributes = ReadonlyMap<string, unknown>;

/** A span of another service. Times are milliseconds since the epoch. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  /** A number of `SPAN_KIND`. */
  readonly kind: number;
  readonly flags: number;
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  readonly events: readonly ReceivedEvent[];
  readonly failed: boolean;
  readonly message: string;
}

/** An event of a span, such as an exception. */
export interface ReceivedEvent {
  readonly name: string;
  readonly time: number;
  readonly attributes: Attributes;
}

/** A log record of another service. */
export interface ReceivedLog {
  readonly traceId: string;
  readonly spanId: string | undefined;
  readonly time: number;
  /** From 1 to 24; 0 if unknown. */
  readonly severity: number;
  readonly body: unknown;
  readonly attributes: Attributes;
}

/** The records of one service in a request. */
export interface ReceivedBatch<Entry> {
  readonly resource: Attributes;
  readonly entries: readonly Entry[];
}

/** What a request contained. */
export interface ReceivedBatches<Entry> {
  readonly batches: readonly ReceivedBatch<Entry>[];
  /** Records without valid IDs, and those over the limit. */
  readonly rejected: number;
}

/** Limits of what one request may contain. Everyone on the machine can send requests. */
export const LIMITS = {
  /** Bytes of a body as it is sent, and after it was decompressed. */
  body: 4_194_304,
  decompressed: 8_388_608,
  /** Spans or log records. */
  entries: 10_000,
  /** Messages and values together, of the protobuf encoding. */
  values: 500_000,
  /** Characters of the attributes of a service, which are stored with each of its requests. */
  resource: 16_384,
  /** Attributes of a record, and events of a span. */
  attributes: 128,
  events: 64,
  /** Characters of a text, of the name of an attribute, and of an ID of a service. */
  text: 8_192,
  name: 200,
  /** Nested lists and objects of a value. */
  depth: 6,
} as const;
