import type { Subscriber } from '../../events/subscriber.ts';
import { ACCESS_PHASES } from '../../http/access-input.ts';
import type { AnyRulePart } from '../../http/access-rule.ts';
import type { ControllerArgumentsEvent } from '../../kernel/events.ts';
import { checkRouteAccess, POSTPONED_RULES } from './check-route-access.ts';
import type { AccessRule } from './check-route-access.ts';

/** Checks the postponed parts of access rules of routes after the body is validated and before the handler is called. */
export class RouteGrantListener implements Subscriber {
  readonly name = 'RouteGrantListener';
  readonly on = { 'kernel.controller_arguments': (event: ControllerArgumentsEvent) => this.onArguments(event) };

  readonly appliesTo = (route: unknown): boolean => {
    const { access, body } = route as AccessRule;
    return access !== undefined && body !== undefined;
  };

  onArguments({ context }: ControllerArgumentsEvent): void | PromiseLike<void> {
    const postponed = context.attributes.get(POSTPONED_RULES) as readonly AnyRulePart[] | undefined;
    return postponed && checkRouteAccess(context, postponed, ACCESS_PHASES.body, ACCESS_PHASES.body);
  }
}
