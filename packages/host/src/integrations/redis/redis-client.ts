import { hash } from 'node:crypto';

/** The part of a Redis client that runs scripts. Clients of the package `redis` implement it, for a server and for a cluster. */
export interface RedisClient extends OpenableClient {
  eval(script: string, options: RedisScriptOptions): Promise<unknown>;
  evalSha(digest: string, options: RedisScriptOptions): Promise<unknown>;
}

/** The keys and arguments of a script. */
export interface RedisScriptOptions {
  keys: string[];
  arguments: string[];
}

/** Runs a script with its key and arguments. */
export type RunScript = (client: RedisClient, key: string, values?: string[]) => Promise<unknown>;

/** Returns the function that runs a Lua script that uses one key. It is sent once and then called by its hash. */
export function redisScript(text: string): RunScript {
  const digest = hash('sha1', text);
  return async (client, key, values = []) => {
    const options = { keys: [key], arguments: values };
    const opening = openClient(client);
    if (opening !== undefined) await opening;
    try {
      return await client.evalSha(digest, options);
    } catch (error) {
      // A restarted server has no cached scripts.
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return client.eval(text, options);
    }
  };
}

/** The part of a Redis client that connects it. Clients of the package `redis` implement it. */
export interface OpenableClient {
  /** True if the client is connected or connecting. */
  readonly isOpen?: boolean;
  connect?(): Promise<unknown>;
}

/** Connects a client that is not connected yet. Returns undefined if the client is ready. */
export function openClient(client: OpenableClient): Promise<unknown> | undefined {
  return client.isOpen === false ? client.connect?.() : undefined;
}
