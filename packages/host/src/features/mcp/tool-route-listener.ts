import type { Listener } from '../../events/dispatcher.ts';
import { NotFoundError } from 'oriel-core/http';
import type { RequestEvent } from '../../kernel/events.ts';
import { notFoundMessage } from '../../listeners/access-denied.ts';
import { ToolRequest } from './tool-request.ts';

/**
 * Rejects the request of a tool that reached another route than that of the tool: an argument in a path may lead to a
 * route without a tool, such as the identifier `export` to `/cities/export`.
 */
export const toolRouteListener: Listener<never> = Object.freeze({
  event: 'kernel.request',
  priority: 0,
  after: 'router',
  name: 'tool-route',
  handle: ({ context }: RequestEvent): void => {
    const { incoming, route, trace } = context;
    // A request that a handler forwards is not one of the tool.
    if (!(incoming instanceof ToolRequest) || route === undefined) return;
    const { tool, calledBy } = incoming;
    if (trace.recording) trace.decide('mcp', `tool ${tool.name}`, `an assistant called it by ${calledBy}`);
    if (!tool.owns(route.data)) throw new NotFoundError(notFoundMessage(context));
  },
});
