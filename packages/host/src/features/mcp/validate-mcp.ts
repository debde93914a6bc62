import { isObject } from 'oriel-core/http';
import { boolean, either, formatValue, group, issue, suggestName } from 'oriel-core/configuration';
import type { ConfigIssue, OptionalPackageError } from 'oriel-core/configuration';
import { PEERS } from '../../peer-packages.ts';
import { MCP_SETTINGS, SELECTION_SETTINGS } from './mcp-config.ts';
import type { McpConfig } from './mcp-config.ts';
import type { McpSettings } from './feature.ts';

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
