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

/** A Lua script that uses one key. It is sent once and then called by its hash. */
export class RedisScript {
  readonly #text: string;
  readonly #digest: string;

  constructor(text: string) {
    this.#text = text;
    this.#digest = hash('sha1', text);
  }

  async run(client: RedisClient, key: string, values: string[] = []): Promise<unknown> {
    const options = { keys: [key], arguments: values };
    const opening = openClient(client);
    if (opening !== undefined) await opening;
    try {
      return await client.evalSha(this.#digest, options);
    } catch (error) {
      // A restarted server has no cached scripts.
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return client.eval(this.#text, options);
    }
  }
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
