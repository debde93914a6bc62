import { enterScope, storedScope } from 'oriel-core/trace';
import type { TraceScope } from 'oriel-core/trace';

/**
 * The scopes of tasks that wait in a queue. The worker of a queue is called when another task ends, in the scope of the request
 * that added that one.
 */
export class TaskScopes {
  readonly #scopes = new WeakMap<object, Holder>();
  readonly #before: Holder[] = [];

  /** Remembers the current scope for a task. */
  remember(task: object): void {
    this.#scopes.set(task, { scope: storedScope() });
  }

  /** Makes the scope of a task current until {@link leave} is called in the same synchronous execution. */
  enter(task: object | undefined): void {
    this.#before.push({ scope: storedScope() });
    const holder = task && this.#scopes.get(task);
    if (holder !== undefined) enterScope(holder.scope);
  }

  leave(): void {
    const holder = this.#before.pop();
    if (holder !== undefined) enterScope(holder.scope);
  }
}

interface Holder {
  readonly scope: TraceScope | undefined;
}
