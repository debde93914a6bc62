import type { ProfileData } from '../../../profile/profile.ts';
import { readValue, writeValue } from './plain-value.ts';
import {
  decisionsCodec,
  logsCodec,
  pipelineCodec,
  requestCodec,
  responseCodec,
  routingCodec,
  spansCodec,
} from './profile-parts.ts';
import type { PartCodec } from './profile-parts.ts';
import { ProfileReader } from './profile-reader.ts';
import { ProfileWriter, TEXTS_ID_END } from './profile-writer.ts';
import type { SharedTexts } from './shared-texts.ts';

/**
 * Encodes the data of a profile, in about a fifth of the bytes of JSON and a fraction of the time. {@link decodeProfile}
 * returns what JSON would. A part of an unexpected type, such as the error of a failed collector, is written as a plain
 * value.
 *
 * @param texts the list of shared texts; new texts are added to it
 * @returns bytes that are valid until the next call
 */
export function encodeProfile(data: ProfileData, texts: SharedTexts): Uint8Array {
  WRITER.begin(VERSION, texts);
  for (const { name, codec, isShared } of PARTS)
    writePart(data[name], codec as PartCodec<unknown> | undefined, isShared);
  let others: Record<string, unknown> | undefined;
  for (const name in data) if (!KNOWN.has(name)) (others ??= {})[name] = (data as never)[name];
  writePart(others, undefined, false);
  return WRITER.end();
}

/**
 * Decodes the data of a profile.
 *
 * @param texts the list of shared texts that {@link getTextsId} returns the id of
 * @throws `RangeError` if the bytes are damaged or have another version
 */
export function decodeProfile(bytes: Uint8Array, texts: readonly string[]): ProfileData {
  const [version] = bytes;
  if (version !== VERSION) throw new RangeError(`Profiles of version ${version} cannot be decoded`);
  const from = new ProfileReader(bytes, texts);
  const data: Record<string, unknown> = {};
  for (const { name, codec } of PARTS) {
    const value = readPart(from, codec as PartCodec<unknown> | undefined);
    if (value !== undefined) data[name] = value;
  }
  return Object.assign(data, readPart(from, undefined)) as unknown as ProfileData;
}

/** Returns the id of the list of shared texts that an encoded profile refers to: 12 hex digits. */
export function getTextsId(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(1, TEXTS_ID_END)).toString('hex');
}

/** The first byte of an encoded profile. Profiles of other versions are not read. */
export const VERSION = 7;

// How a part is written.
const ABSENT = 0;
const PLAIN = 1;
const TYPED = 2;
const SHARED_OBJECT = 3;

// In the order in which they are written. A part without a codec is a plain value.
const PARTS: readonly Part[] = [
  { name: 'request', codec: requestCodec, isShared: false },
  { name: 'response', codec: responseCodec, isShared: false },
  { name: 'exception', codec: undefined, isShared: false },
  { name: 'logs', codec: logsCodec, isShared: false },
  { name: 'pipeline', codec: pipelineCodec, isShared: false },
  { name: 'routing', codec: routingCodec, isShared: false },
  { name: 'decisions', codec: decisionsCodec, isShared: false },
  { name: 'spans', codec: spansCodec, isShared: false },
  { name: 'findings', codec: undefined, isShared: false },
  { name: 'config', codec: undefined, isShared: true },
  { name: 'panels', codec: undefined, isShared: false },
  { name: 'dropped', codec: undefined, isShared: true },
  { name: 'operation', codec: undefined, isShared: true },
  { name: 'run', codec: undefined, isShared: false },
  { name: 'client', codec: undefined, isShared: true },
  { name: 'framework', codec: undefined, isShared: false },
  { name: 'pause', codec: undefined, isShared: false },
];
const KNOWN = new Set<string>(PARTS.map(({ name }) => name));

interface Part {
  readonly name: keyof ProfileData;
  readonly codec: unknown;
  /** Whether the collector returns the same object for many requests. */
  readonly isShared: boolean;
}

const WRITER = new ProfileWriter();

function writePart(value: unknown, codec: PartCodec<unknown> | undefined, isShared: boolean): void {
  if (value === undefined) return WRITER.whole(ABSENT);
  if (codec !== undefined && writeTyped(value, codec)) return;
  if (isShared && typeof value === 'object' && value !== null) {
    WRITER.whole(SHARED_OBJECT);
    return WRITER.sharedObject(value);
  }
  WRITER.whole(PLAIN);
  writeValue(WRITER, value);
}

function writeTyped(value: unknown, codec: PartCodec<unknown>): boolean {
  const start = WRITER.position;
  try {
    WRITER.whole(TYPED);
    codec.write(WRITER, value);
    return true;
  } catch {
    WRITER.rewind(start);
    return false;
  }
}

function readPart(from: ProfileReader, codec: PartCodec<unknown> | undefined): unknown {
  const kind = from.whole();
  if (kind === ABSENT) return undefined;
  if (kind === PLAIN) return readValue(from);
  if (kind === SHARED_OBJECT) return from.sharedObject();
  if (kind === TYPED && codec) return codec.read(from);
  throw new RangeError(`There is no kind of part ${kind}`);
}
