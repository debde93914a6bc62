import { hash } from 'node:crypto';
import { openClient } from './open-client.ts';
import type { OpenableClient } from './open-client.ts';

/** What is needed of a client: those of the package `redis` have it, for one server as for a cluster. */
export interface RedisClient extends OpenableClient {
  eval(script: string, options: RedisScriptOptions): Promise<unknown>;
  evalSha(digest: string, options: RedisScriptOptions): Promise<unknown>;
}

/** What a script is given. */
export interface RedisScriptOptions {
  keys: string[];
  arguments: string[];
}

/** A script about one key: sent once, and then only named. */
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
      // A server that was started anew does not know it any more.
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return client.eval(this.#text, options);
    }
  }
}
