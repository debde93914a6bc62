import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

/**
 * Runs `work` while `storage` has `value`, for `work` and everything it starts. As `storage.run(value, work)` does, and like it leaves
 * alone what the work enters in storages of others. But `run` copies all storages on the way in and again on the way out, by a
 * constructor that takes any iterable, which was a tenth of what recording a request takes. Where this Node keeps its
 * storages in frames that can be put back as they were, they are; elsewhere the storage is entered twice.
 */
export function runWith<Value, Result>(
  storage: AsyncLocalStorage<Value>,
  value: Value,
  work: () => Result,
  frames: AsyncFrames | null = FRAMES,
): Result {
  if (frames === null) return enteringTwice(storage, value, work);
  const outer = frames.current();
  const inner = frameLike(outer, frames, storage);
  inner.set(storage, value);
  const { size } = inner;
  frames.set(inner);
  try {
    return work();
  } finally {
    if (frames.current() === inner && inner.size === size) frames.set(outer);
    // Somebody entered something, or switched a storage off, and that is to stay.
    else storage.enterWith(outer?.get(storage) as Value);
  }
}

/** What every asynchronous storage has here: a map from storage to value. In force it changes only by what is switched off. */
type AsyncFrame = Map<unknown, unknown>;

/** Node's class of frames, and which of them is in force. */
export interface AsyncFrames {
  new (): AsyncFrame;
  current(): AsyncFrame | undefined;
  set(frame: AsyncFrame | undefined): void;
}

function enteringTwice<Value, Result>(storage: AsyncLocalStorage<Value>, value: Value, work: () => Result): Result {
  // Not by `run`, which makes a list of arguments that there are none of.
  const before = storage.getStore();
  storage.enterWith(value);
  try {
    return work();
  } finally {
    storage.enterWith(before!);
  }
}

// Mostly nobody else has a storage; and a map that is made empty and filled takes half of what one takes that is made of another.
function frameLike(outer: AsyncFrame | undefined, frames: AsyncFrames, storage: unknown): AsyncFrame {
  const frame = Reflect.construct(Map, NOTHING, frames) as AsyncFrame;
  if (outer !== undefined && !(outer.size === 1 && outer.has(storage)))
    outer.forEach((value, key) => frame.set(key, value));
  return frame;
}

const NOTHING: readonly unknown[] = [];

/** Frames as this Node has them; null where it has none, or others than are known here. */
export function findFrames(): AsyncFrames | null {
  try {
    return lookForFrames();
  } catch {
    // Other runtimes have less of these: that must not keep anybody from loading the house.
    return null;
  }
}

function lookForFrames(): AsyncFrames | null {
  const outside = new AsyncResource('OrielFrames');
  const storage = new AsyncLocalStorage<number>();
  storage.enterWith(1);
  const inside = new AsyncResource('OrielFrames');
  const symbol = Object.getOwnPropertySymbols(inside).find(({ description }) => description === 'context_frame');
  const frameIn = (resource: AsyncResource): unknown => symbol && (resource as never)[symbol];
  const frames = (frameIn(inside) as object | undefined)?.constructor;
  if (!areFrames(frames)) storage.disable();
  // Or everything that begins while this is loaded would have the storage in its frame.
  else frames.set(frameIn(outside) as AsyncFrame | undefined);
  return areFrames(frames) && doAsRun(frames) ? frames : null;
}

function areFrames(frames: unknown): frames is AsyncFrames {
  const { current, set } = (frames ?? NONE) as Partial<AsyncFrames>;
  return typeof current === 'function' && typeof set === 'function';
}

// What they do is asked of them rather than of the version of Node.
function doAsRun(frames: AsyncFrames): boolean {
  const [ours, others] = [new AsyncLocalStorage<number>(), new AsyncLocalStorage<number>()];
  const before = frames.current();
  others.enterWith(1);
  const seen = [];
  runWith(ours, 2, () => seen.push(ours.getStore(), others.getStore()), frames);
  seen.push(ours.getStore(), others.getStore());
  runWith(ours, 3, () => others.enterWith(4), frames);
  seen.push(ours.getStore(), others.getStore());
  frames.set(before);
  return seen.join() === '2,1,,1,,4' && ours.getStore() === undefined && others.getStore() === undefined;
}

const NONE = {};
const FRAMES = findFrames();
