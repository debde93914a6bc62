import type { Subscriber } from '../../core/events/subscriber.ts';
import type { ControllerArgumentsEvent } from '../../core/kernel/events.ts';
import { VisitorSession } from './visitor-session.ts';
import type { CsrfGuard } from './csrf-guard.ts';

/**
 * Checks the origin of unsafe requests with ambient credentials, and the CSRF token of those whose credentials are a
 * cookie. A session that the application uses is checked separately, whatever the credentials are.
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
    if (proof.cookie && session instanceof VisitorSession) return session.prove('token');
    return this.#guard.check(context, 'origin');
  }
}
