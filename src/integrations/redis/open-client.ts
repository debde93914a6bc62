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
