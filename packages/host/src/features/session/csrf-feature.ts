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
    return { listeners: { csrf: createCsrfListener(new CsrfGuard(config, origins)) } };
  },
};

/**
 * Checks the origin of unsafe requests with ambient credentials, and the CSRF token of those whose credentials are a
 * cookie. A session that the application uses is checked separately, whatever the credentials are.
 */
function createCsrfListener(guard: CsrfGuard): Subscriber {
  return {
    name: 'CsrfListener',
    on: {
      'kernel.controller_arguments'({ context }: ControllerArgumentsEvent) {
        const { principalAuthentication: authentication, session } = context;
        if (authentication?.ambient !== true || !guard.concerns(context)) return;
        if (authentication.cookie && session instanceof VisitorSession) return session.verify('token');
        return guard.check(context, 'origin');
      },
    },
  };
}
