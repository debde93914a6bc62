import { messageOf } from '../../core/http/problem.ts';
import type { StoredProfile } from '../store/profile-storage.ts';

/**
 * Profiles that nobody has made yet: they are made when the other requests of this turn of the event loop have their answers.
 * Nobody waits for one, and making them one after the other takes less than making each between two answers, because
 * the processor then has the same code at hand.
 */
export class DeferredProfiles {
  readonly #take: (profile: StoredProfile) => void;
  readonly #most: number;
  #unmade: (() => StoredProfile)[] = [];
  #immediate: NodeJS.Immediate | undefined;
  /** How many could not be made. */
  failed = 0;

  /**
   * @param take gets each profile when it is made
   * @param most so many are made at once, because what they are made of would fill the memory
   */
  constructor(take: (profile: StoredProfile) => void, most: number) {
    this.#take = take;
    this.#most = most;
  }

  get count(): number {
    return this.#unmade.length;
  }

  add(make: () => StoredProfile): void {
    if (this.#unmade.push(make) >= this.#most) this.make();
    else this.#immediate ??= setImmediate(() => this.make());
  }

  /** Makes all that wait, now. */
  make(): void {
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    const unmade = this.#unmade;
    this.#unmade = [];
    for (const make of unmade) {
      let profile: StoredProfile;
      try {
        profile = make();
      } catch (error) {
        if (this.failed++ === 0)
          process.emitWarning(`A profile could not be made and is not kept: ${messageOf(error)}`, 'ProfilerWarning');
        continue;
      }
      this.#take(profile);
    }
  }
}
