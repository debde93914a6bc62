import type { AccessInput } from '../../http/access-input.ts';
import type { Rule } from '../../http/access-rule.ts';
import {
  anything,
  boolean,
  record,
  text,
  either,
  formatValue,
  group,
  issue,
  suggestName,
} from 'oriel-core/configuration';
import type { Settings, ConfigIssue, OptionalPackageError } from 'oriel-core/configuration';
import type { ToolSelection } from '../resources/declare/tool-selection.ts';
import { isObject } from 'oriel-core/http';
import { PEERS } from '../../peer-packages.ts';
import type { McpSettings } from './feature.ts';

/** Settings of the Model Context Protocol, by which assistants call operations as tools. */
export interface McpConfig {
  /**
   * Routes that are tools: their names, each with the description that assistants read.
   * @default {}
   */
  readonly routes?: Readonly<Record<string, string>>;
  /**
   * Whether only operations and routes that read are tools.
   * @default false
   */
  readonly readOnly?: boolean;
  /**
   * The access rule of the endpoint itself. The rules of operations and routes apply to every call in addition.
   * @default that of the host
   */
  readonly access?: Rule<AccessInput<undefined, unknown>>;
}

export const MCP_SETTINGS = {
  routes: record(
    text({
      matches: /\S/,
      fix: 'Describe what the route does; assistants choose tools by their description',
    }),
    { default: {}, fix: "Name each route with its description: { report: 'Returns the sales of a month' }" },
  ),
  readOnly: boolean({ default: false }),
  access: anything(),
} satisfies Settings<McpConfig>;

const SELECTION_SETTINGS = {
  operations: anything(),
  readOnly: boolean(),
} satisfies Settings<ToolSelection>;

const CODE = 'ORIEL_CONFIG_MCP';

/** The package with the protocol. */
export const MCP_PACKAGE = '@modelcontextprotocol/server';

const MCP = either([boolean(), group(MCP_SETTINGS)], { code: CODE, fix: 'Use true, or { readOnly: true }' });
const SELECTION = either([boolean(), group(SELECTION_SETTINGS)], {
  code: CODE,
  fix: "Use true, or { operations: ['list'] }",
});

/** Reports issues of `mcp` of the host and of its resources. */
export function* validateMcp({ mcp, resources = [], routes = [] }: McpSettings): Generator<ConfigIssue> {
  yield* MCP.validate('mcp', mcp);
  yield* validatePackage();
  const { routes: described } = Object(mcp) as McpConfig;
  const routeNames = routes.map(({ name }) => name);
  for (const name of isObject(described) ? Object.keys(described) : [])
    yield* validateRouteName(`mcp.routes.${name}`, name, routeNames);
  for (const [index, { name, definition }] of resources.entries())
    yield* SELECTION.validate(`resources[${index}] "${name}".mcp`, definition?.mcp);
}

function* validatePackage(): Generator<ConfigIssue> {
  try {
    PEERS.load(MCP_PACKAGE, 'mcp');
  } catch (error) {
    const { need, command } = error as OptionalPackageError;
    yield issue('ORIEL_CONFIG_MCP_PACKAGE', 'mcp', `It needs ${need}`, `Run: ${command}`);
  }
}

function* validateRouteName(path: string, name: string, known: readonly string[]): Generator<ConfigIssue> {
  if (known.includes(name)) return;
  yield issue(CODE, path, `There is no route ${formatValue(name)}`, suggestName(name, known));
}
