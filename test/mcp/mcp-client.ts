import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Host } from 'oriel-host';

/** How a client connects. */
export interface ClientOptions {
  /** Headers of every request, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The protocol of 2025, or the current one. */
  readonly era?: '2025' | 'current';
  readonly url?: string;
}

/** Connects a client of the official library to a host in memory. */
export async function connectClient(host: Pick<Host, 'fetch'>, options: ClientOptions = {}): Promise<Client> {
  const { headers = {}, era = 'current', url = 'http://localhost/mcp' } = options;
  const mode = era === 'current' ? 'auto' : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: (target, init) => host.fetch(new Request(target, init), { peer: '127.0.0.1' }),
  });
  await client.connect(transport);
  return client;
}

/** What a tool returned. */
export interface Called {
  readonly isError: boolean;
  readonly content: Record<string, unknown>;
}

/** Calls a tool and returns its structured content. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called> {
  const result = await client.callTool({ name, arguments: args });
  return { isError: result.isError === true, content: result.structuredContent as Record<string, unknown> };
}
