import type { ProfileData, ProfileSummary } from '../../profile.ts';
import type { StoredProfile } from '../profile-storage.ts';
import type { Collector, CollectorSubject } from '../../collector.ts';
import { packText } from './pack.ts';
import type { StraightParts } from './pack.ts';
import { PackedTexts } from './packed-texts.ts';
import type { ProfileWriter } from './profile-writer.ts';
import { unpack } from './unpack.ts';

/**
 * A profile as the profiler hands it over: its data are packed bytes, with what many profiles share in a list of its own.
 * A storage that knows nothing of that asks for `data`, and the JSON text is made.
 */
export class PackedProfile implements StoredProfile {
  readonly summary: ProfileSummary;
  /** Its bytes, each as a letter of Latin-1. */
  readonly packed: string;
  readonly texts: PackedTexts;

  constructor(summary: ProfileSummary, packed: string, texts: PackedTexts) {
    this.summary = summary;
    this.packed = packed;
    this.texts = texts;
  }

  get bytes(): Uint8Array {
    return Buffer.from(this.packed, 'latin1');
  }

  get data(): string {
    return JSON.stringify(this.unpacked());
  }

  unpacked(): ProfileData {
    return unpack(this.bytes, this.texts.list);
  }
}

/** Packs profiles, with a new list of shared texts whenever one is full. */
export class ProfilePacker {
  #texts = new PackedTexts();
  readonly #repeated: readonly string[];

  readonly #straight: StraightParts;
  #subject: CollectorSubject | undefined = undefined;

  /**
   * @param repeated parts that are the very same object in many profiles
   * @param straight collectors that can write what they would give
   */
  constructor(repeated: readonly string[], straight: readonly Collector[] = []) {
    this.#repeated = repeated;
    const writers = straight.map((each) => [each.name, (to: ProfileWriter) => each.write!(this.#subject!, to)]);
    this.#straight = Object.fromEntries(writers) as StraightParts;
  }

  /** @param subject when given, what those collectors write of it takes the place of what the data have */
  pack(summary: ProfileSummary, data: Partial<ProfileData>, subject?: CollectorSubject): PackedProfile {
    if (this.#texts.isFull) this.#texts = new PackedTexts();
    this.#subject = subject;
    const packed = packText(data, this.#texts, this.#repeated, summary.route ?? '', subject && this.#straight);
    this.#subject = undefined;
    return new PackedProfile(summary, packed, this.#texts);
  }
}

/** The data of a profile as a storage was given it. */
export function dataOf(profile: StoredProfile): ProfileData {
  return profile instanceof PackedProfile ? profile.unpacked() : (JSON.parse(profile.data) as ProfileData);
}

/** How much room it takes, in bytes or characters. */
export function roomOf(profile: StoredProfile): number {
  return profile instanceof PackedProfile ? profile.packed.length : profile.data.length;
}
