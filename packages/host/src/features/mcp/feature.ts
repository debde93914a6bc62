import { formatValue, issue, suggestName, withDefaults } from 'oriel-core/configuration';
import type { ConfigIssue, Resolved } from 'oriel-core/configuration';
import { PEERS } from '../../peer-packages.ts';
import { getMessage, HttpContext } from 'oriel-core/http';
import type { RouteDeclaration } from '../../routes/route.ts';
import type { RequestContext } from '../../kernel/events.ts';
import { resolveLimits } from '../../server/server-options.ts';
import type { ServerLimits, Limits } from '../../server/server-options.ts';
import type { Feature } from '../feature.ts';
import { CONCEALMENT, IN_PROCESS, RESOURCES } from '../service-keys.ts';
import { ResourceRegistry } from '../resources/build/resource-registry.ts';
import type { ApiConfig } from '../resources/model/api-config.ts';
import type { AnyResource } from '../resources/declare/resource.ts';
import type { ToolSelection } from '../resources/declare/tool-selection.ts';
import { MCP_SETTINGS, MCP_PACKAGE, validateMcp } from './mcp-config.ts';
import type { McpConfig } from './mcp-config.ts';
import { answerMcp } from './mcp-endpoint.ts';
import type { McpLibrary } from './mcp-server.ts';
import { operationTools, shortName } from './operation-tools.ts';
import { routeTools } from './route-tools.ts';
import type { Tool } from './tool.ts';
import { FINDER_NAMES } from './tool-finder.ts';
import { toolRouteListener, ToolRequest } from './tool-request.ts';
import { ToolNames } from './tool.ts';
import { NullTrace } from 'oriel-core/trace';
import type { Concealment } from '../security/concealment.ts';

export interface McpSettings {
  readonly mcp?: boolean | McpConfig;
  readonly title?: string;
  readonly version?: string;
  readonly resources?: readonly AnyResource[];
  readonly routes?: readonly RouteDeclaration[];
  readonly api?: ApiConfig;
  readonly hosts?: object;
  readonly origins?: readonly string[];
  readonly limits?: ServerLimits;
}

export const feature: Feature<McpSettings> = {
  name: 'mcp',
  validate: validateMcp,
  validateReferences: validateOperations,
  routeNames: () => ['mcp'],
  create(settings, { find, logger }) {
    const { title = 'API', version = '0.0.0', hosts } = settings;
    const config = resolveConfig(settings);
    const library = PEERS.load<McpLibrary>(MCP_PACKAGE, 'mcp');
    const tools = createTools(settings, find(RESOURCES));
    const limits = resolveLimits(settings.limits);
    const concealment = find(CONCEALMENT);
    const options = {
      title,
      version,
      limits,
      tools: new Map(tools.map((tool) => [tool.name, tool])),
      handle: find(IN_PROCESS)!,
      origins: settings.origins ?? [],
      knowsHosts: hosts !== undefined,
      visible: (outer: RequestContext) => visibleTools(tools, outer, concealment, limits),
      onError: (outer: RequestContext, exception: unknown) =>
        logger.log('error', 'mcp', `A tool call failed: ${getMessage(exception)}`, { exception }, outer),
    };
    const none = { params: undefined, query: undefined, body: undefined, replies: undefined, at: undefined };
    const endpoint: RouteDeclaration = {
      ...{ ...none, name: 'mcp', methods: ['POST'], path: '/mcp', options: {} },
      ...(config.access === undefined ? {} : { access: config.access }),
      handle: ({ context }: { readonly context: RequestContext }) => answerMcp(context, library(), options),
    };
    return { routes: [endpoint], listeners: [toolRouteListener] };
  },
};

function resolveConfig({ mcp }: McpSettings): Resolved<McpConfig, typeof MCP_SETTINGS> {
  return withDefaults(MCP_SETTINGS, typeof mcp === 'object' ? mcp : {});
}

function createTools(settings: McpSettings, registry: ResourceRegistry | undefined): Tool[] {
  const { readOnly, routes: descriptions } = resolveConfig(settings);
  const names = new ToolNames(Object.values(FINDER_NAMES));
  return [
    ...(registry ? operationTools(registry, { readOnly, selectionOf: getSelection(settings) }, names) : []),
    ...routeTools(settings.routes ?? [], { descriptions, readOnly, jsonSchema: settings.api?.jsonSchema }, names),
  ];
}

/** Returns the function that selects the operations of a resource. `mcp` of the resource decides before that of the host. */
function getSelection({ mcp, resources = [] }: McpSettings): (name: string) => boolean | ToolSelection {
  const selections = new Map(
    resources.map(({ name, definition }) => [name, definition.mcp as boolean | ToolSelection]),
  );
  return (name) => {
    const selection = selections.get(name);
    return selection ?? mcp !== undefined;
  };
}

/** Reports selected operations that a resource does not have. */
function* validateOperations({ resources = [], api }: McpSettings): Generator<ConfigIssue> {
  const selected = resources.filter(({ definition }) => typeof definition.mcp === 'object');
  if (selected.length === 0) return;
  const { operations } = new ResourceRegistry(resources, api);
  for (const { name, definition } of selected) {
    const known = [...new Set(operations.filter(({ resource }) => resource.name === name).map(shortName))];
    for (const operation of (definition.mcp as ToolSelection).operations ?? []) {
      if (known.includes(operation)) continue;
      const path = `resources[${resources.findIndex((resource) => resource.name === name)}] "${name}".mcp.operations`;
      const reason = `The resource has no operation ${formatValue(operation)}`;
      yield issue('ORIEL_CONFIG_MCP', path, reason, suggestName(operation, known));
    }
  }
}

/**
 * Returns the tools that the user of a request may know. A rule that hides a route is evaluated for a request without
 * arguments.
 *
 * @param concealment undefined if no rule of the host hides routes
 */
async function visibleTools(
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
