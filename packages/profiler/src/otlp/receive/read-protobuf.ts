import type { PbfReader } from 'pbf';
import { LIMITS } from './received-messages.ts';

/** The package that reads protobuf. It is loaded with the first request that needs it. */
export type PbfLibrary = typeof import('pbf');

/** A request of OTLP whose messages are read. */
export type Signal = 'traces' | 'logs';

/**
 * Reads a request of OTLP in protobuf, and returns it in the JSON form. Fields that are not listed here, or have another type, are
 * skipped.
 *
 * @throws {RangeError} if the bytes are damaged or contain too many values
 */
export function readProtobuf({ PbfReader: Reader }: PbfLibrary, bytes: Uint8Array, signal: Signal): unknown {
  const reading: Reading = { pbf: new Reader(bytes), left: LIMITS.values };
  try {
    return readMessage(reading, REQUESTS[signal], bytes.length, 0);
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith('The request')) throw error;
    throw new RangeError('The request is not valid protobuf', { cause: error });
  }
}

interface Reading {
  readonly pbf: PbfReader;
  /** Messages and values that may follow. */
  left: number;
}

/** A field: its name, the type of its value, and whether it is a list. */
type Field = readonly [name: string, type: Scalar | (() => Message), isList?: true];
type Message = Readonly<Record<number, Field>>;
type Scalar = 'text' | 'hex' | 'bytes' | 'number' | 'integer' | 'boolean' | 'double' | 'time' | 'fixed32';

/** The type of a field on the wire. */
const WIRE: Readonly<Record<Scalar | 'message', number>> = {
  number: 0,
  integer: 0,
  boolean: 0,
  double: 1,
  time: 1,
  fixed32: 5,
  text: 2,
  hex: 2,
  bytes: 2,
  message: 2,
};

function readMessage(reading: Reading, message: Message, end: number, depth: number): Record<string, unknown> {
  const { pbf } = reading;
  const members: Record<string, unknown> = {};
  for (let number = pbf.nextField(end); number !== 0; number = pbf.nextField(end)) {
    const field = message[number];
    // The next call skips a field that was not read.
    if (field === undefined) continue;
    const [name, type, isList] = field;
    if (pbf.type !== WIRE[typeof type === 'string' ? type : 'message']) continue;
    if (typeof type !== 'string' && depth >= DEEPEST) continue;
    if (--reading.left < 0) throw new RangeError(`The request has more than ${LIMITS.values} values`);
    const value = typeof type === 'string' ? readScalar(pbf, type, end) : readNested(reading, type(), end, depth);
    if (isList) ((members[name] ??= []) as unknown[]).push(value);
    else members[name] = value;
  }
  if (pbf.pos !== end) throw new RangeError('A message is longer than its parent');
  return members;
}

function readNested(reading: Reading, message: Message, end: number, depth: number): Record<string, unknown> {
  return readMessage(reading, message, getEnd(reading.pbf, end), depth + 1);
}

function readScalar(pbf: PbfReader, type: Scalar, end: number): unknown {
  switch (type) {
    case 'boolean':
      return pbf.readVarint() !== 0;
    case 'number':
      return pbf.readVarint();
    case 'integer':
      return pbf.readVarint(true);
    case 'double':
      return pbf.readDouble();
    case 'time':
      return pbf.readFixed64();
    case 'fixed32':
      return pbf.readFixed32();
    default: {
      const to = getEnd(pbf, end);
      const bytes = Buffer.from(pbf.buf.buffer, pbf.buf.byteOffset + pbf.pos, to - pbf.pos);
      pbf.pos = to;
      return bytes.toString(type === 'text' ? 'utf8' : type === 'hex' ? 'hex' : 'base64');
    }
  }
}

/** Reads the length of a value, and returns where it ends. */
function getEnd(pbf: PbfReader, end: number): number {
  const length = pbf.readVarint();
  if (!(length >= 0 && length <= end - pbf.pos)) throw new RangeError('A value is longer than its message');
  return pbf.pos + length;
}

// From the request to a value: resource, scope, span, event, attribute, value and its lists.
const DEEPEST = 24;

const ANY_VALUE: Message = {
  1: ['stringValue', 'text'],
  2: ['boolValue', 'boolean'],
  3: ['intValue', 'integer'],
  4: ['doubleValue', 'double'],
  5: ['arrayValue', () => ARRAY],
  6: ['kvlistValue', () => KEY_VALUES],
  7: ['bytesValue', 'bytes'],
};
const KEY_VALUE: Message = { 1: ['key', 'text'], 2: ['value', () => ANY_VALUE] };
const ARRAY: Message = { 1: ['values', () => ANY_VALUE, true] };
const KEY_VALUES: Message = { 1: ['values', () => KEY_VALUE, true] };
const RESOURCE: Message = { 1: ['attributes', () => KEY_VALUE, true] };
const EVENT: Message = {
  1: ['timeUnixNano', 'time'],
  2: ['name', 'text'],
  3: ['attributes', () => KEY_VALUE, true],
};
const STATUS: Message = { 2: ['message', 'text'], 3: ['code', 'number'] };
const SPAN: Message = {
  1: ['traceId', 'hex'],
  2: ['spanId', 'hex'],
  4: ['parentSpanId', 'hex'],
  5: ['name', 'text'],
  6: ['kind', 'number'],
  7: ['startTimeUnixNano', 'time'],
  8: ['endTimeUnixNano', 'time'],
  9: ['attributes', () => KEY_VALUE, true],
  11: ['events', () => EVENT, true],
  15: ['status', () => STATUS],
  16: ['flags', 'fixed32'],
};
const LOG: Message = {
  1: ['timeUnixNano', 'time'],
  2: ['severityNumber', 'number'],
  5: ['body', () => ANY_VALUE],
  6: ['attributes', () => KEY_VALUE, true],
  9: ['traceId', 'hex'],
  10: ['spanId', 'hex'],
  11: ['observedTimeUnixNano', 'time'],
};
// The numbers of fields in opentelemetry-proto 1.x, which do not change.
const REQUESTS: Readonly<Record<Signal, Message>> = {
  traces: { 1: ['resourceSpans', () => RESOURCE_SPANS, true] },
  logs: { 1: ['resourceLogs', () => RESOURCE_LOGS, true] },
};
const RESOURCE_SPANS: Message = { 1: ['resource', () => RESOURCE], 2: ['scopeSpans', () => SCOPE_SPANS, true] };
const SCOPE_SPANS: Message = { 2: ['spans', () => SPAN, true] };
const RESOURCE_LOGS: Message = { 1: ['resource', () => RESOURCE], 2: ['scopeLogs', () => SCOPE_LOGS, true] };
const SCOPE_LOGS: Message = { 2: ['logRecords', () => LOG, true] };
