import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  BadRequestError,
  ContentTooLargeError,
  ForbiddenError,
  ServiceUnavailableError,
  UnsupportedMediaTypeError,
  remoteReason,
  getMessage,
  HttpResponse,
} from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import type { Profile } from '../../profile/profile.ts';
import { Redactor } from '../../record/redaction/redactor.ts';
import { readLogs, readSpans } from './read-messages.ts';
import { readProtobuf } from './read-protobuf.ts';
import type { PbfLibrary, Signal } from './read-protobuf.ts';
import { LIMITS } from './received-messages.ts';
import type { Attributes } from './received-messages.ts';
import { describeResource } from './received-resource.ts';
import type { ReceivedResource } from './received-resource.ts';
import { splitTrace } from './split-trace.ts';
import { toProfile } from './to-profile.ts';
import { TraceAssembler } from './trace-assembler.ts';
import type { ReceivedTrace } from './trace-assembler.ts';
import { JSON } from 'oriel-core/builtins';

export interface OtlpReceiverOptions {
  /** Stores a profile later. */
  readonly push: (profile: Profile) => void;
  /** Returns a token for a profile; undefined if none is available. */
  readonly nextToken: () => string | undefined;
  /** Loads the package that reads protobuf. @throws {Error} if it is not installed, with the command that installs it */
  readonly loadPbf: () => PbfLibrary;
  readonly settleMs?: number;
}

/**
 * Receives traces and log records of other services in OTLP over HTTP, as protobuf or JSON, and stores each of their requests as a
 * profile. Only programs on this machine may send them, and no page that a browser shows.
 */
export class OtlpReceiver {
  readonly #options: OtlpReceiverOptions;
  readonly #redactor = new Redactor();
  readonly #assembler: TraceAssembler;
  /** Thousands of requests can have one resource, whose secrets are masked once. */
  readonly #resources = new WeakMap<Attributes, ReceivedResource>();
  #reading = 0;
  #lost = 0;

  constructor(options: OtlpReceiverOptions) {
    this.#options = options;
    const { settleMs } = options;
    this.#assembler = new TraceAssembler({
      emit: (trace) => this.#store(trace),
      ...(settleMs === undefined ? {} : { settleMs }),
    });
  }

  /** Requests that could not be stored, and log records without a request. */
  get lost(): number {
    return this.#lost + this.#assembler.lost;
  }

  /**
   * Handles a request of an exporter.
   *
   * @throws {HttpError} if the request is refused or invalid
   */
  async receive(context: HttpContext, signal: Signal): Promise<HttpResponse> {
    refuseOthers(context);
    const type = context.headers.get('content-type')?.split(';', 1)[0]!.trim().toLowerCase();
    if (type !== JSON_TYPE && type !== PROTOBUF_TYPE)
      throw new UnsupportedMediaTypeError(
        `OTLP is ${PROTOBUF_TYPE} or ${JSON_TYPE}; the request is ${type?.slice(0, 100) ?? 'neither'}`,
      );
    if (this.#reading >= MAX_READING)
      throw new ServiceUnavailableError('Too many requests are being read', { headers: { 'Retry-After': '1' } });
    this.#reading++;
    try {
      const bytes = await readBody(context);
      const message = type === JSON_TYPE ? parseJson(bytes) : this.#readProtobuf(bytes, signal);
      const rejected = signal === 'traces' ? this.#addSpans(message) : this.#addLogs(message);
      return respond(type, signal, rejected);
    } finally {
      this.#reading--;
    }
  }

  /** Stores what waits. */
  close(): void {
    this.#assembler.flush();
  }

  #addSpans(message: unknown): number {
    const { batches, rejected } = readSpans(message);
    for (const batch of batches) this.#assembler.addSpans(batch);
    return rejected;
  }

  #addLogs(message: unknown): number {
    const { batches, rejected } = readLogs(message);
    for (const batch of batches) this.#assembler.addLogs(batch);
    return rejected;
  }

  #readProtobuf(bytes: Uint8Array, signal: Signal): unknown {
    let library: PbfLibrary;
    try {
      library = this.#options.loadPbf();
    } catch (error) {
      throw new UnsupportedMediaTypeError(
        `${getMessage(error)}. Exporters can send JSON instead: OTEL_EXPORTER_OTLP_PROTOCOL=http/json`,
      );
    }
    try {
      return readProtobuf(library, bytes, signal);
    } catch (error) {
      throw new BadRequestError(getMessage(error));
    }
  }

  // What another program sends must not end this one.
  #store(trace: ReceivedTrace): void {
    for (const request of splitTrace(trace)) {
      const token = this.#options.nextToken();
      try {
        if (token === undefined) this.#lost++;
        else this.#options.push(toProfile(request, this.#describe(trace.resource), this.#redactor, token));
      } catch {
        this.#lost++;
      }
    }
  }

  #describe(resource: Attributes): ReceivedResource {
    let described = this.#resources.get(resource);
    if (described === undefined) {
      described = describeResource(resource, this.#redactor);
      this.#resources.set(resource, described);
    }
    return described;
  }
}

/** Refuses other machines, and browsers: pages of any site can send requests to this machine. */
function refuseOthers(context: HttpContext): void {
  const { headers } = context;
  const browser = ['origin', 'sec-fetch-site', 'referer'].find((name) => headers.has(name));
  const reason =
    remoteReason(context) ?? (browser === undefined ? undefined : `a browser sent the request (${browser})`);
  if (reason !== undefined)
    throw new ForbiddenError(`Traces are accepted from programs on this machine only; ${reason}`);
}

async function readBody({ body, headers }: HttpContext): Promise<Uint8Array> {
  body.limitTo?.(LIMITS.body);
  const bytes = await body.bytes();
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity') return bytes;
  if (coding !== 'gzip') throw new UnsupportedMediaTypeError(`Use gzip or no compression; got ${coding.slice(0, 100)}`);
  try {
    return await decompress(bytes, { maxOutputLength: LIMITS.decompressed });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ContentTooLargeError(`The body has more than ${LIMITS.decompressed} bytes; send smaller batches`);
    throw new BadRequestError('The body is not valid gzip');
  }
}

const decompress = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new BadRequestError('The body is not valid JSON');
  }
}

function respond(type: string, signal: Signal, rejected: number): HttpResponse {
  const headers = ['Content-Type', type, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  if (type === JSON_TYPE) {
    const name = signal === 'traces' ? 'rejectedSpans' : 'rejectedLogRecords';
    const partialSuccess = { [name]: String(rejected), errorMessage: REJECTED };
    return new HttpResponse(200, headers, JSON.stringify(rejected === 0 ? {} : { partialSuccess }));
  }
  return new HttpResponse(200, headers, rejected === 0 ? new Uint8Array() : encodePartialSuccess(rejected));
}

/** Encodes `{ partialSuccess: { rejected, errorMessage } }`: fields 1 and 2 of field 1. */
function encodePartialSuccess(rejected: number): Uint8Array {
  const message = Buffer.from(REJECTED);
  const partial = [0x08, ...varint(rejected), 0x12, ...varint(message.length), ...message];
  return Uint8Array.from([0x0a, ...varint(partial.length), ...partial]);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];
}

const JSON_TYPE = 'application/json';
const PROTOBUF_TYPE = 'application/x-protobuf';
const REJECTED = `records without valid IDs, or more than ${LIMITS.entries} in a request`;
const MAX_READING = 8;
