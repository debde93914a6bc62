import type { AccessInput } from '../../http/access-input.ts';
import type { Rule } from '../../http/access-rule.ts';

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

/** Default of `maxResultBytes`. */
export const DEFAULT_RESULT_BYTES = 100_000;
