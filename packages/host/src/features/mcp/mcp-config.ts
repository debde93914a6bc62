import type { AccessInput } from '../../http/access-input.ts';
import type { Rule } from '../../http/access-rule.ts';
import { anything, boolean, record, text } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';
import type { ToolSelection } from '../resources/declare/tool-selection.ts';

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

export const SELECTION_SETTINGS = {
  operations: anything(),
  readOnly: boolean(),
} satisfies Settings<ToolSelection>;
