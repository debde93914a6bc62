import { AsyncLocalStorage } from 'node:async_hooks';
import { isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';

/** Work to do after a commit. */
export type AfterCommit = () => unknown;

/**
 * Does work once the changes of the running write are committed, such as sending a message about them. If the write fails or is
 * rolled back, the work is not done. In an operation of a resource, all of its transactions must be committed; in a transaction of
 * your own, that one. Outside of both, the work is done at once; also in code that was started during a write and runs after its end.
 *
 * The response waits for the work. If it fails in an operation, the error is logged and the response stays the same, because
 * the changes are committed; in a transaction of your own, `transaction()` rejects with it. If the process ends between the commit
 * and the work, the work is lost: store messages that must be sent in a table (an outbox).
 *
 * @param work a function, which may return a promise
 * @returns a promise that resolves when the work is done or is left to the commit
 * @throws errors of the work if it is done at once
 *
 * @example
 * ```ts
 * import { afterCommit, memoryStore, resource } from 'oriel-host';
 * import { z } from 'zod';
 * const Boat = z.object({ id: z.int(), name: z.string() });
 * const store = memoryStore();
 * const boats = resource('boats', Boat, {
 *   id: 'id',
 *   store,
 *   process: {
 *     create: async (input) => {
 *       const boat = await store.create(input.body, input);
 *       await afterCommit(() => console.log(`${boat.name} is registered`));
 *       return boat;
 *     },
 *   },
 * });
 * ```
 */
export async function afterCommit(work: AfterCommit): Promise<void> {
  const list = openList();
  if (list) list.works.push(work);
  else await work();
}

/**
 * Runs a write, and then the work that it passed to {@link afterCommit}. A nested write leaves its work to the outer one, unless it fails.
 *
 * @param onError called with each error of the work. Default: rejects with the first one, after all work is done
 * @returns the result of the write, as a promise only if the write returns one or has passed work
 */
export function withAfterCommit<Result>(
  write: () => MaybePromise<Result>,
  onError?: (error: unknown) => void,
): MaybePromise<Result> {
  const outer = openList();
  const list: WorkList = { works: [], isOpen: true };
  let written: MaybePromise<Result>;
  try {
    written = running.run(list, write);
  } catch (error) {
    list.isOpen = false;
    throw error;
  }
  if (isPromise(written)) return finish(written, list, outer, onError);
  list.isOpen = false;
  return list.works.length === 0 ? written : finish(written, list, outer, onError);
}

async function finish<Result>(
  written: MaybePromise<Result>,
  list: WorkList,
  outer: WorkList | undefined,
  onError: ((error: unknown) => void) | undefined,
): Promise<Result> {
  let result: Result;
  try {
    result = await Promise.resolve(written);
  } finally {
    list.isOpen = false;
  }
  if (outer?.isOpen) {
    outer.works.push(...list.works);
    return result;
  }
  const errors: unknown[] = [];
  for (const work of list.works)
    try {
      await work();
    } catch (error) {
      if (onError) onError(error);
      else errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
  return result;
}

/** The work of one write. */
interface WorkList {
  readonly works: AfterCommit[];
  isOpen: boolean;
}

// Timers and promises that a write started keep its list after it has ended.
function openList(): WorkList | undefined {
  const list = running.getStore();
  return list?.isOpen ? list : undefined;
}

const running = new AsyncLocalStorage<WorkList>();
