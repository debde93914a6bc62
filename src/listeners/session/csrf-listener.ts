import type { Subscriber } from '../../events/index.ts';
import type { ControllerArgumentsEvent } from '../../kernel/index.ts';
import { VisitorSession } from '../../visitor/session/index.ts';
import type { CsrfGuard } from '../../visitor/session/index.ts';

/**
 * Asks unsafe requests that a browser vouches for by itself where they come from, and those that a session vouches for a
 * token as well. A session that the application uses asks on its own, whoever vouches.
 */
export class CsrfListener implements Subscriber {
  readonly name = 'CsrfListener';
  readonly on = { 'kernel.controller_arguments': (event: ControllerArgumentsEvent) => this.onArguments(event) };
  readonly #guard: CsrfGuard;

  constructor(guard: CsrfGuard) {
    this.#guard = guard;
  }

  onArguments({ context }: ControllerArgumentsEvent): void | Promise<void> {
    const { proof, session } = context;
    if (proof?.ambient !== true || !this.#guard.concerns(context)) return;
    if (proof.by === 'session' && session instanceof VisitorSession) return session.prove('token');
    return this.#guard.check(context, 'origin');
  }
}
