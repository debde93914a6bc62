/** Type tests for listeners. Each `@ts-expect-error` must be followed by a type error. */
import { HttpResponse } from '../../../core/src/http/response.ts';
import type { RequestContext } from '../kernel/events.ts';
import { on, subscriber } from './on.ts';

on('kernel.request', 10, 'early', (event) => event.respond(new HttpResponse(204)));
on('kernel.request', 10, 'web', ({ respond, context }) => void [respond, context.path, context.attributes]);
on('kernel.view', 10, 'view', async (event) => void (event.value = { wrapped: event.value }));
on('kernel.response', 0, 'headers', ({ response }) => response.headers.set('X-A', 'b'));
on('kernel.response', 0, 'exchange', (event) => void (event.response = new Response('another')));
on('kernel.controller', 0, 'exchange', (event) => void (event.controller = () => 1));
on('kernel.controller_arguments', 0, 'arguments', (event) => void event.args.push(1));
on('kernel.exception', 0, 'error', ({ error, respond }) => void [error, respond]);
on(
  'kernel.terminate',
  0,
  'bytes',
  ({ delivery, response }) => void [delivery.bytes, delivery.aborted, response.status],
);
subscriber('timing', {
  'kernel.request': [9, ({ context }) => void context.id],
  'kernel.response': [-9, ({ response }) => void response.status],
});

// @ts-expect-error there is no such event
on('kernel.respond', 0, 'x', () => {});
// @ts-expect-error a priority is a number
on('kernel.request', 'high', 'x', () => {});
// @ts-expect-error the response exists already and can only be changed or replaced
on('kernel.response', 0, 'x', (event) => event.respond(new HttpResponse(200)));
// @ts-expect-error this event has no response
on('kernel.finish_request', 0, 'x', ({ response }) => response);
// @ts-expect-error a sent response cannot be replaced
on('kernel.terminate', 0, 'x', (event) => void (event.response = new HttpResponse(200)));
// @ts-expect-error arguments are a list
on('kernel.controller_arguments', 0, 'x', (event) => void (event.args = 1));
// @ts-expect-error a thrown value is unknown
on('kernel.exception', 0, 'x', ({ error }) => error.message);
// @ts-expect-error the context cannot be replaced
on('kernel.request', 0, 'x', (event) => void (event.context = {} as RequestContext));
// @ts-expect-error a listener of a subscriber has a priority
subscriber('x', { 'kernel.request': ({ context }) => void context.id });
