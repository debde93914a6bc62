import { roomOf } from './packing/packed-profile.ts';
import type { ProfileBatch, ProfileStorage, StoredProfile } from './profile-storage.ts';

/**
 * What waits to be written: batches in the order their profiles came, the last one still being filled. Bounded: when there are too many
 * profiles, or they are too large together, the oldest batch goes.
 */
export class WaitingBatches {
  readonly #limits: WaitingLimits;
  readonly #makeBatch: () => ProfileBatch;
  readonly #batches: WaitingBatch[] = [];
  #characters = 0;
  /** How many profiles wait. */
  count = 0;

  constructor(storage: Pick<ProfileStorage, 'write' | 'batch'>, limits: WaitingLimits) {
    this.#makeBatch = () => storage.batch?.() ?? listBatch(storage);
    // One batch that goes must not be all that waits.
    const batch = Math.min(limits.batch, Math.ceil(limits.most / 8));
    this.#limits = { ...limits, batch, characters: Math.min(limits.characters, limits.room / 8) };
  }

  /** Takes a profile; gives how many had to go for it. */
  add(profile: StoredProfile): number {
    const last = this.#lastOpen();
    const characters = roomOf(profile);
    last.batch.add(profile);
    last.count += 1;
    last.characters += characters;
    this.count += 1;
    this.#characters += characters;
    let gone = 0;
    while (this.count > this.#limits.most || this.#characters > this.#limits.room) gone += this.shift();
    return gone;
  }

  /** Is the oldest batch as large as one may be? */
  get hasFull(): boolean {
    const first = this.#batches[0];
    return first !== undefined && this.#isFull(first);
  }

  /** The oldest batch, which gets no more profiles from now on. There has to be one. */
  close(): ProfileBatch {
    const first = this.#batches[0]!;
    first.closed = true;
    return first.batch;
  }

  /** Lets go of the oldest batch; gives how many profiles it has. */
  shift(): number {
    const { count, characters } = this.#batches.shift()!;
    this.count -= count;
    this.#characters -= characters;
    return count;
  }

  #lastOpen(): WaitingBatch {
    const last = this.#batches.at(-1);
    if (last && !last.closed && !this.#isFull(last)) return last;
    const next = { batch: this.#makeBatch(), count: 0, characters: 0, closed: false };
    this.#batches.push(next);
    return next;
  }

  #isFull({ count, characters }: WaitingBatch): boolean {
    return count >= this.#limits.batch || characters >= this.#limits.characters;
  }
}

export interface WaitingLimits {
  /** Profiles in a batch. */
  readonly batch: number;
  /** Characters or bytes from which on a batch is full. */
  readonly characters: number;
  /** Profiles that may wait. */
  readonly most: number;
  /** Characters or bytes that may wait. */
  readonly room: number;
}

interface WaitingBatch {
  readonly batch: ProfileBatch;
  count: number;
  characters: number;
  /** Is it about to be written? */
  closed: boolean;
}

/** For a storage that has no batches of its own. */
function listBatch(storage: Pick<ProfileStorage, 'write'>): ProfileBatch {
  const profiles: StoredProfile[] = [];
  return { add: (profile) => profiles.push(profile), write: () => storage.write(profiles) };
}
