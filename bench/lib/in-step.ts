/**
 * Many requests side by side: each listener is called for all of them before the next one is, so that one look at the
 * clock covers dozens of calls. Each finds its request just as it would, because nobody's turn comes before its own.
 */
import { getHeapStatistics } from 'node:v8';
import type { Listener } from '../../src/core/events/dispatcher.ts';
import type { Assembly } from '../../src/host/assembly.ts';
import { HttpContext } from '../../src/core/http/context.ts';
import { HttpResponse } from '../../src/core/http/response.ts';
import type { IncomingRequest } from '../../src/core/http/incoming-request.ts';
import {
  ControllerArgumentsEvent,
  FinishRequestEvent,
  RequestEvent,
  ResponseEvent,
  ViewEvent,
} from '../../src/core/kernel/events.ts';
import { HandlerInput } from '../../src/core/kernel/handler-input.ts';
import { KernelEvents } from '../../src/core/kernel/kernel-events.ts';
import { routeControllerResolver } from '../../src/core/kernel/controller-resolver.ts';
import type { Controller, RequestContext } from '../../src/core/kernel/events.ts';
import type { HandlerServices } from '../../src/core/kernel/handler-input.ts';
import { NullTrace } from '../../src/core/trace/trace.ts';

/** What one turn of all requests took: microseconds, or bytes of the heap. */
export type Gauge = () => number;

export const CLOCK: Gauge = () => performance.now() * 1000;
/** Of the heap, as far as nothing was collected in between. */
export const HEAP: Gauge = () => getHeapStatistics().used_heap_size;

/** Who had a turn, and what it took for one request. */
export interface Turn {
  readonly event: string;
  readonly priority: string;
  readonly name: string;
  readonly spent: number;
}

interface Dispatched {
  readonly stopped?: boolean;
  readonly response?: HttpResponse | undefined;
}

/** One request on its way, and how far it has come. */
class Walk {
  readonly context: RequestContext;
  controller: Controller = () => undefined;
  args: unknown[] = [];
  result: unknown = undefined;
  event: Dispatched = {};
  response = new HttpResponse(500);

  constructor(request: IncomingRequest, plan: RequestContext['plan']) {
    this.context = new HttpContext(request, plan, NullTrace);
  }
}

/** Takes requests of one route through a host, in step. @returns the turns in their order, and the answers */
export async function inStep(
  { dispatcher }: Assembly,
  requests: readonly IncomingRequest[],
  gauge: Gauge,
): Promise<{ readonly turns: readonly Turn[]; readonly responses: readonly HttpResponse[] }> {
  const turns: Turn[] = [];
  const everybody = dispatcher.fold();
  let before = gauge();
  const walks = requests.map((request) => new Walk(request, everybody));
  const note = (event: string, priority: string, name: string): void => {
    turns.push({ event, priority, name, spent: (gauge() - before) / walks.length });
  };
  note('', '', '(context)');

  // What has to be waited for is waited for in the same turn.
  const turn = async (event: string, priority: string, name: string, act: (walk: Walk) => unknown): Promise<void> => {
    const pending: unknown[] = [];
    before = gauge();
    for (const walk of walks) {
      const given = act(walk);
      if (given instanceof Promise) pending.push(given);
    }
    if (pending.length > 0) await Promise.all(pending);
    note(event, priority, name);
  };

  // All go the same way, so one of them tells whether it is over, and where it goes on.
  const [first] = walks;
  const dispatch = async (event: string, create: (walk: Walk) => Dispatched): Promise<boolean> => {
    const planned = (): readonly Listener[] => first?.context.plan[event] ?? [];
    if (planned().length === 0) return false;
    await turn(event, '', '(event)', (walk) => (walk.event = create(walk)));
    for (let at = 0; at < planned().length && first?.event.stopped !== true; at++) {
      const { priority, name, handle } = planned()[at] as Listener<unknown>;
      await turn(event, String(priority), name, (walk) => handle(walk.event));
    }
    for (const walk of walks) walk.response = walk.event.response ?? walk.response;
    return first?.event.response !== undefined;
  };

  const { request, controller, controllerArguments, view, response, finishRequest } = KernelEvents;
  await dispatch(request, ({ context }) => new RequestEvent(context));
  await turn(controller, '', '(controller)', (walk) => {
    walk.controller = routeControllerResolver.resolve(walk.context);
    walk.args = [new HandlerInput(walk.context, NO_SERVICES)];
  });
  const answered = await dispatch(
    controllerArguments,
    (walk) => new ControllerArgumentsEvent(walk.context, walk.controller, walk.args),
  );
  if (!answered) {
    await turn(controller, '', '(call)', (walk) => (walk.result = walk.controller(...(walk.args as never[]))));
    await dispatch(view, ({ context, result }) => new ViewEvent(context, result));
  }
  await dispatch(response, (walk) => new ResponseEvent(walk.context, walk.response));
  await dispatch(finishRequest, ({ context }) => new FinishRequestEvent(context) as Dispatched);
  return { turns, responses: walks.map((walk) => walk.response) };
}

const NO_SERVICES = {} as HandlerServices;
