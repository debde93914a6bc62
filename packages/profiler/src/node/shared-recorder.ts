import type { withProfile } from './jobs/with-profile.ts';
import type { RecordedBlock } from './jobs/record-block.ts';
import type { ProfilerHandler } from './pages/profiler-handler.ts';

/** The recorder of a process, for all copies of this package, such as those of a monorepo: only the first one records. */
export interface SharedRecorder {
  readonly withProfile: typeof withProfile;
  /** Runs a block of a test, and returns what was recorded. Other versions of the package may not have it. */
  readonly recordBlock?: <T>(work: () => T) => Promise<RecordedBlock<Awaited<T>>>;
  /** Returns a handler that serves the pages at a valid path. */
  readonly profiler: (path: string) => ProfilerHandler;
}

/** Returns the recorder of this process; undefined if none was started. */
export function sharedRecorder(): SharedRecorder | undefined {
  return (globalThis as Shared)[KEY];
}

/** Returns the recorder that another copy of this package has started; undefined if this copy is the first. */
export function otherRecorder(): SharedRecorder | undefined {
  const shared = sharedRecorder();
  return shared === localRecorder ? undefined : shared;
}

/** Makes this copy the one that records. */
export function shareRecorder(recorder: SharedRecorder): void {
  localRecorder = recorder;
  Object.defineProperty(globalThis, KEY, { value: recorder, configurable: true });
}

interface Shared {
  readonly [KEY]?: SharedRecorder;
}

const KEY = Symbol.for('oriel.recorder');
let localRecorder: SharedRecorder | undefined;
