import type { Subscriber } from '../../core/events/subscriber.ts';
import { KNOWN } from '../../core/http/access-input.ts';
import type { AnyRulePart } from '../../core/http/access-rule.ts';
import type { ControllerArgumentsEvent } from '../../core/kernel/events.ts';
import { checkRouteAccess, POSTPONED_RULES } from './check-route-access.ts';
import type { AccessRule } from './check-route-access.ts';

/** Asks the rules of plain routes that look at the body, now that it is valid, and before their function is called. */
export class RouteGrantListener implements Subscriber {
  readonly name = 'RouteGrantListener';
  readonly on = { 'kernel.controller_arguments': (event: ControllerArgumentsEvent) => this.onArguments(event) };

  readonly appliesTo = (route: unknown): boolean => {
    const { access, body } = route as AccessRule;
    return access !== undefined && body !== undefined;
  };

  onArguments({ context }: ControllerArgumentsEvent): void | PromiseLike<void> {
    const left = context.attributes.get(POSTPONED_RULES) as readonly AnyRulePart[] | undefined;
    return left && checkRouteAccess(context, left, KNOWN.body, KNOWN.body);
  }
}
