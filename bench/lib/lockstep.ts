/**
 * Runs many requests in lockstep: each listener is called for all requests before the next listener, so that one reading of
 * the clock covers dozens of calls. The result of each request is the same as if it ran alone.
 */
import { getHeapStatistics } from 'node:v8';
import type { Listener } from '../../packages/host/src/events/dispatcher.ts';
import type { Assembly } from '../../packages/host/src/host/assembly.ts';
import { HttpContext } from '../../packages/core/src/http/context.ts';
import { HttpResponse } from '../../packages/core/src/http/response.ts';
import type { IncomingRequest } from '../../packages/core/src/http/incoming-request.ts';
import {
  ControllerArgumentsEvent,
  FinishRequestEvent,
  RequestEvent,
  ResponseEvent,
  ViewEvent,
  KernelEvents,
} from '../../packages/host/src/kernel/events.ts';
import { HandlerInput } from '../../packages/host/src/kernel/handler-input.ts';
import { findController } from '../../packages/host/src/kernel/call-controller.ts';
import type { Controller, RequestContext } from '../../packages/host/src/kernel/events.ts';
import type { HandlerServices } from '../../packages/host/src/kernel/handler-input.ts';
import { NullTrace } from '../../packages/core/src/trace/trace.ts';

/** Measures the cost of the calls: in microseconds, or in bytes of the heap. */
export type Gauge = () => number;

export const CLOCK: Gauge = () => performance.now() * 1000;
/** The heap in use. Meaningful only if no garbage collection runs in between. */
export const HEAP: Gauge = () => getHeapStatistics().used_heap_size;

/** The cost of one listener or of one other step for one request. */
export interface CallCost {
  readonly event: string;
  readonly priority: string;
  readonly name: string;
  readonly spent: number;
}

interface Dispatched {
  readonly stopped?: boolean;
  readonly response?: HttpResponse | undefined;
}

/** The state of one request. */
class RequestState {
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

/** Runs requests of one route through a host in lockstep. @returns the costs in order, and the responses */
export async function runInLockstep(
  { dispatcher }: Assembly,
  requests: readonly IncomingRequest[],
  gauge: Gauge,
): Promise<{ readonly costs: readonly CallCost[]; readonly responses: readonly HttpResponse[] }> {
  const costs: CallCost[] = [];
  const plan = dispatcher.fold();
  let before = gauge();
  const states = requests.map((request) => new RequestState(request, plan));
  const record = (event: string, priority: string, name: string): void => {
    costs.push({ event, priority, name, spent: (gauge() - before) / states.length });
  };
  record('', '', '(context)');

  // Promises of all requests are awaited in the same step.
  const step = async (
    event: string,
    priority: string,
    name: string,
    run: (state: RequestState) => unknown,
  ): Promise<void> => {
    const pending: unknown[] = [];
    before = gauge();
    for (const state of states) {
      const result = run(state);
      if (result instanceof Promise) pending.push(result);
    }
    if (pending.length > 0) await Promise.all(pending);
    record(event, priority, name);
  };

  // All requests take the same path, so the first one determines the next listener and the end.
  const [first] = states;
  const dispatch = async (event: string, create: (state: RequestState) => Dispatched): Promise<boolean> => {
    const planned = (): readonly Listener[] => first?.context.plan[event] ?? [];
    if (planned().length === 0) return false;
    await step(event, '', '(event)', (state) => (state.event = create(state)));
    for (let index = 0; index < planned().length && first?.event.stopped !== true; index++) {
      const { priority, name, handle } = planned()[index] as Listener<unknown>;
      await step(event, String(priority), name, (state) => handle(state.event));
    }
    for (const state of states) state.response = state.event.response ?? state.response;
    return first?.event.response !== undefined;
  };

  const { request, controller, controllerArguments, view, response, finishRequest } = KernelEvents;
  await dispatch(request, ({ context }) => new RequestEvent(context));
  await step(controller, '', '(controller)', (state) => {
    state.controller = findController(state.context);
    state.args = [new HandlerInput(state.context, NO_SERVICES)];
  });
  const answered = await dispatch(
    controllerArguments,
    (state) => new ControllerArgumentsEvent(state.context, state.controller, state.args),
  );
  if (!answered) {
    await step(controller, '', '(call)', (state) => (state.result = state.controller(...(state.args as never[]))));
    await dispatch(view, ({ context, result }) => new ViewEvent(context, result));
  }
  await dispatch(response, (state) => new ResponseEvent(state.context, state.response));
  await dispatch(finishRequest, ({ context }) => new FinishRequestEvent(context) as Dispatched);
  return { costs, responses: states.map((state) => state.response) };
}

const NO_SERVICES = {} as HandlerServices;
