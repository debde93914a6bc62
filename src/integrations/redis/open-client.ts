/** What is needed of a client to connect it; those of the package `redis` have it. */
export interface OpenableClient {
  /** Whether it is connected or connecting. */
  readonly isOpen?: boolean;
  connect?(): Promise<unknown>;
}

/** Connects a client that is not connected yet; undefined if there is nothing to wait for. */
export function openClient(client: OpenableClient): Promise<unknown> | undefined {
  return client.isOpen === false ? client.connect?.() : undefined;
}
