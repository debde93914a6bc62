import { formatValue, issue, suggestName, validateUnknownKeys } from 'oriel-core/configuration';
import type { OptionalPackageError } from 'oriel-core/configuration';
import { PEERS } from '../../peer-packages.ts';
import type { ConfigIssue } from 'oriel-core/configuration';
import { validateTrustedOrigins } from '../session/validate-csrf.ts';
import type { McpConfig } from './mcp-config.ts';
import type { McpSettings } from './feature.ts';

/** The package with the protocol. */
export const MCP_PACKAGE = '@modelcontextprotocol/server';

/** Reports issues of `mcp` of the host and of its resources. */
export function* validateMcp({ mcp, resources = [], routes = [] }: McpSettings): Generator<ConfigIssue> {
  if (mcp !== undefined && typeof mcp !== 'boolean' && (typeof mcp !== 'object' || mcp === null || Array.isArray(mcp)))
    return yield issue('ORIEL_CONFIG_MCP', 'mcp', `It is ${formatValue(mcp)}`, 'Use true, or { readOnly: true }');
  yield* validatePackage();
  const config = typeof mcp === 'object' ? mcp : {};
  yield* validateUnknownKeys(config, KEYS, 'mcp.');
  const { path, maxResultBytes, readOnly } = config;
  if (path !== undefined && (typeof path !== 'string' || !/^\/[^?#{}\s]+$/.test(path)))
    yield issue('ORIEL_CONFIG_MCP', 'mcp.path', `${formatValue(path)} is not a path`, "Use a path such as '/mcp'");
  if (maxResultBytes !== undefined && (!Number.isSafeInteger(maxResultBytes) || maxResultBytes < 1000))
    yield issue(
      'ORIEL_CONFIG_MCP',
      'mcp.maxResultBytes',
      `It is ${formatValue(maxResultBytes)}`,
      'Use a whole number of bytes, at least 1000',
    );
  if (readOnly !== undefined && typeof readOnly !== 'boolean')
    yield issue('ORIEL_CONFIG_MCP', 'mcp.readOnly', `It is ${formatValue(readOnly)}`, 'Use true or false');
  yield* validateTrustedOrigins(config.origins, 'mcp.origins', 'ORIEL_CONFIG_MCP');
  yield* validateNames(config, resources, routes);
  for (const [index, each] of resources.entries())
    yield* validateResource(each, `resources[${index}] "${each.name}".mcp`);
}

const KEYS: readonly (keyof McpConfig)[] = [
  ...(['path', 'resources', 'routes', 'readOnly'] as const),
  ...(['access', 'origins', 'maxResultBytes'] as const),
];

function* validatePackage(): Generator<ConfigIssue> {
  try {
    PEERS.load(MCP_PACKAGE, 'mcp');
  } catch (error) {
    const { need, command } = error as OptionalPackageError;
    yield issue('ORIEL_CONFIG_MCP_PACKAGE', 'mcp', `It needs ${need}`, `Run: ${command}`);
  }
}

function* validateNames(
  { resources: selected, routes: described }: McpConfig,
  resources: NonNullable<McpSettings['resources']>,
  routes: NonNullable<McpSettings['routes']>,
): Generator<ConfigIssue> {
  if (selected !== undefined && !Array.isArray(selected))
    yield issue('ORIEL_CONFIG_MCP', 'mcp.resources', `It is ${formatValue(selected)}`, "Use a list: ['cities']");
  else
    for (const [index, name] of (selected ?? []).entries())
      yield* validateName(
        `mcp.resources[${index}]`,
        name,
        'resource',
        resources.map((each) => each.name),
      );
  if (described === undefined) return;
  if (typeof described !== 'object' || described === null || Array.isArray(described))
    return yield issue(
      'ORIEL_CONFIG_MCP',
      'mcp.routes',
      `It is ${formatValue(described)}`,
      "Name each route with its description: { report: 'Returns the sales of a month' }",
    );
  for (const [name, description] of Object.entries(described)) {
    yield* validateName(
      `mcp.routes.${name}`,
      name,
      'route',
      routes.map((each) => each.name),
    );
    if (typeof description !== 'string' || description.trim() === '')
      yield issue(
        'ORIEL_CONFIG_MCP',
        `mcp.routes.${name}`,
        `It is ${formatValue(description)}`,
        'Describe what the route does; assistants choose tools by their description',
      );
  }
}

function* validateName(place: string, name: unknown, kind: string, known: readonly string[]): Generator<ConfigIssue> {
  if (typeof name === 'string' && known.includes(name)) return;
  yield issue('ORIEL_CONFIG_MCP', place, `There is no ${kind} ${formatValue(name)}`, suggestName(name, known));
}

function* validateResource({ definition }: { readonly definition: unknown }, place: string): Generator<ConfigIssue> {
  const mcp: unknown = (definition as { readonly mcp?: unknown } | undefined)?.mcp;
  if (mcp === undefined || typeof mcp === 'boolean') return;
  if (typeof mcp !== 'object' || mcp === null || Array.isArray(mcp))
    return yield issue('ORIEL_CONFIG_MCP', place, `It is ${formatValue(mcp)}`, "Use true, or { operations: ['list'] }");
  yield* validateUnknownKeys(mcp, ['operations', 'readOnly'], `${place}.`);
}
