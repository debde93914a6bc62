import type { Server } from '@modelcontextprotocol/server';
import type { RequestContext } from '../../kernel/events.ts';
import { callTool, toArgumentError, toResult } from './call-tool.ts';
import type { CallServices, ToolResult } from './call-tool.ts';
import type { Tool } from './tool.ts';
import { FINDER_NAMES, describeTool, findTools, listTools } from './tool-finder.ts';

export type McpLibrary = typeof import('@modelcontextprotocol/server');

export interface McpServerOptions extends CallServices {
  readonly title: string;
  readonly version: string;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Returns the tools that the user of a request may know. */
  readonly visible: (outer: RequestContext) => Promise<readonly Tool[]>;
  /** Reports an error of the host itself. The client receives only that there was one. */
  readonly onError: (outer: RequestContext, error: unknown) => void;
}

/** Creates the server for one MCP request. It has no state, so that any process can answer the next request. */
export function createMcpServer(library: McpLibrary, outer: RequestContext, options: McpServerOptions): Server {
  const { title, version, tools, onError } = options;
  const { ProtocolError, ProtocolErrorCode } = library;
  const server = new library.Server({ name: title, version }, { capabilities: { tools: {} } });
  const unknown = (name: string): Error =>
    new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${JSON.stringify(name.slice(0, 100))}`);
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      onError(outer, error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    }
  };
  server.setRequestHandler('tools/list', () =>
    guarded(async () => ({ tools: listTools(await options.visible(outer)) as never[] })),
  );
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }) =>
    guarded(async () => {
      const tool = tools.get(name);
      const result =
        tool === undefined ? await callFinder(name, args, outer, options) : await callTool(tool, args, outer, options);
      if (result === undefined) throw unknown(name);
      return result;
    }),
  );
  return server;
}

async function callFinder(
  name: string,
  args: Readonly<Record<string, unknown>>,
  outer: RequestContext,
  options: McpServerOptions,
): Promise<ToolResult | undefined> {
  if (name === FINDER_NAMES.find) {
    const { words, skip = 0 } = args;
    if (typeof words !== 'string') return toArgumentError('"words" must be a text');
    if (!Number.isSafeInteger(skip) || (skip as number) < 0) return toArgumentError('"skip" must be a whole number');
    return toResult(findTools(await options.visible(outer), words, skip as number));
  }
  if (name === FINDER_NAMES.describe) {
    const visible = await options.visible(outer);
    const found = visible.find((tool) => tool.name === args['operation']);
    return found === undefined ? unknownOperation(args['operation']) : toResult(describeTool(found));
  }
  if (name !== FINDER_NAMES.call) return undefined;
  const { operation, arguments: toolArguments = {} } = args;
  if (typeof toolArguments !== 'object' || toolArguments === null || Array.isArray(toolArguments))
    return toArgumentError('"arguments" must be an object');
  const tool = typeof operation === 'string' ? options.tools.get(operation) : undefined;
  const result = tool && (await callTool(tool, toolArguments as Readonly<Record<string, unknown>>, outer, options));
  return result ?? unknownOperation(operation);
}

// The same for an operation that does not exist and one that the user must not know.
function unknownOperation(name: unknown): ToolResult {
  const shown = JSON.stringify(String(name).slice(0, 100));
  return toArgumentError(`Unknown operation ${shown}; find operations with ${FINDER_NAMES.find}`);
}
