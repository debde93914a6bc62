import type { Feature } from '../feature.ts';
import { CsrfGuard } from './csrf-guard.ts';
import { needsCsrf } from './needs-csrf.ts';
import type { CsrfSettings } from './needs-csrf.ts';
import type { Subscriber } from '../../events/subscriber.ts';
import type { ControllerArgumentsEvent } from '../../kernel/events.ts';
import { VisitorSession } from './visitor-session.ts';

export const feature: Feature<CsrfSettings> = {
  name: 'csrf',
  create(settings) {
    const { origins, sessions } = settings;
    const config = sessions?.csrf;
    if (config === false || !needsCsrf(settings)) return {};
    return { listeners: { csrf: new CsrfListener(new CsrfGuard(config, origins)) } };
  },
};

/**
 * Checks the origin of unsafe requests with ambient credentials, and the CSRF token of those whose credentials are a
 * cookie. A session that the application uses is checked separately, whatever the credentials are.
 */
class CsrfListener implements Subscriber {
  readonly name = 'CsrfListener';
  readonly on = { 'kernel.controller_arguments': (event: ControllerArgumentsEvent) => this.onArguments(event) };
  readonly #guard: CsrfGuard;

  constructor(guard: CsrfGuard) {
    this.#guard = guard;
  }

  onArguments({ context }: ControllerArgumentsEvent): void | Promise<void> {
    const { principalAuthentication: proof, session } = context;
    if (proof?.ambient !== true || !this.#guard.concerns(context)) return;
    if (proof.cookie && session instanceof VisitorSession) return session.verify('token');
    return this.#guard.check(context, 'origin');
  }
}
