import type { AccessInput } from '../../http/access-input.ts';
import type { Rule } from '../../http/access-rule.ts';
import { anything, boolean, formatValue, list, number, record, text } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';
import { originList } from '../../http/origin-list.ts';
import type { ToolSelection } from '../resources/declare/tool-selection.ts';

/** Settings of the Model Context Protocol, by which assistants call operations as tools. */
export interface McpConfig {
  /**
   * The path of the endpoint.
   * @default '/mcp'
   */
  readonly path?: string;
  /**
   * The names of the resources whose operations are tools.
   * @default all, except resources with `mcp: false`
   */
  readonly resources?: readonly string[];
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
  /**
   * Origins whose pages may use the endpoint, such as `https://app.example.com`. Programs send no origin.
   * @default `origins` of the host
   */
  readonly origins?: readonly string[];
  /**
   * The maximum size of the response that a tool returns. The result of a larger one is an error that states its size.
   * @default 100_000
   * @unit bytes
   */
  readonly maxResultBytes?: number;
}

export const MCP_SETTINGS = {
  path: text({
    default: '/mcp',
    matches: /^\/[^?#{}\s]+$/,
    reason: (path) => `${formatValue(path)} is not a path`,
    fix: "Use a path such as '/mcp'",
  }),
  resources: list(anything(), { fix: "Use a list: ['cities']" }),
  routes: record(
    text({
      matches: /\S/,
      fix: 'Describe what the route does; assistants choose tools by their description',
    }),
    { default: {}, fix: "Name each route with its description: { report: 'Returns the sales of a month' }" },
  ),
  readOnly: boolean({ default: false }),
  access: anything(),
  origins: originList('ORIEL_CONFIG_MCP'),
  maxResultBytes: number({ default: 100_000, minimum: 1_000 }),
} satisfies Settings<McpConfig>;

export const SELECTION_SETTINGS = {
  operations: anything(),
  readOnly: boolean(),
} satisfies Settings<ToolSelection>;
