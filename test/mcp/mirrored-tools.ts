import type { Host } from '../../packages/host/src/index.ts';
import { operationTools } from '../../packages/host/src/features/mcp/operation-tools.ts';
import { routeTools } from '../../packages/host/src/features/mcp/route-tools.ts';
import type { Tool } from '../../packages/host/src/features/mcp/tool.ts';
import { FINDER_NAMES } from '../../packages/host/src/features/mcp/tool-finder.ts';
import { ToolNames } from '../../packages/host/src/features/mcp/tool.ts';

/** A tool of a host with the pattern of its paths. */
export interface MirroredTool extends Tool {
  readonly pattern: RegExp;
}

/** Returns the tools of all operations and routes of a host. */
export function getTools(host: Host<never>): readonly MirroredTool[] {
  const existing = known.get(host);
  if (existing !== undefined) return existing;
  const names = new ToolNames(Object.values(FINDER_NAMES));
  const { registry } = host.assembly();
  const routes = host.config.routes ?? [];
  const tools = [
    ...(registry ? operationTools(registry, { readOnly: false, selectionOf: () => true }, names) : []),
    ...routeTools(
      routes,
      { descriptions: describeRoutes(routes), readOnly: false, jsonSchema: host.config.api?.jsonSchema },
      names,
    ),
  ].map((tool) => ({
    ...tool,
    pattern: new RegExp(`^${tool.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{!?[^{}]*\}/g, '([^/.]+)')}$`),
  }));
  known.set(host, tools);
  return tools;
}

const known = new WeakMap<object, readonly MirroredTool[]>();

/** Returns a description for each route, which makes it a tool. */
export function describeRoutes(routes: readonly { readonly name: string }[]): Record<string, string> {
  return Object.fromEntries(routes.map(({ name }) => [name, `The route ${name}`]));
}
