import { HttpContext } from 'oriel-core/http';
import type { RequestContext } from '../../kernel/events.ts';
import type { Limits } from '../../server/server-options.ts';
import { NullTrace } from 'oriel-core/trace';
import type { Concealment } from '../security/concealment.ts';
import type { Tool } from './tool.ts';
import { ToolRequest } from './tool-request.ts';

/**
 * Returns the tools that the user of a request may know. A rule that hides a route is evaluated for a request without
 * arguments.
 *
 * @param concealment undefined if no rule of the host hides routes
 */
export async function visibleTools(
  tools: readonly Tool[],
  outer: RequestContext,
  concealment: Concealment | undefined,
  limits: Limits,
): Promise<readonly Tool[]> {
  if (concealment === undefined) return tools;
  const visible: Tool[] = [];
  // The user is authenticated once for each firewall: like a forwarded request, a request inherits its parent's user.
  let parent: RequestContext | undefined;
  for (const tool of tools) {
    if (!concealment.mayHide(tool.route.data)) {
      visible.push(tool);
      continue;
    }
    const target = { target: tool.path.replace(/\{[^{}]*\}/g, '_'), headers: [], body: undefined };
    const incoming = new ToolRequest(outer, tool, target, limits);
    const context: RequestContext = new HttpContext(incoming, {}, NullTrace, parent);
    const [found] = await concealment.visible(context, [{ route: tool.route, params: {} }]);
    if (found !== undefined) visible.push(tool);
    parent = context;
  }
  return visible;
}
