import { operationOf } from '../model/operation.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { addVary } from '../../../http/headers/vary.ts';
import type { ResponseEvent } from '../../../kernel/events.ts';
import { operationOfResponse } from './operation-of-response.ts';

/** Adds Accept, which is negotiated, and the configured request headers to the Vary header. */
export class VaryListener implements Subscriber {
  readonly name = 'VaryListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };

  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onResponse(event: ResponseEvent): void {
    const { response } = event;
    const operation = operationOfResponse(event);
    if (operation !== undefined) addVary(response.headers, operation.responseOptions.vary);
  }
}
