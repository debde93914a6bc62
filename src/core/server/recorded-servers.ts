/** Notes that the application of a server records its own requests, so that `oriel/profile` does not record them again. */
export function markRecorded(server: object): void {
  recorded.add(server);
}

/** Returns whether the application of a server records its own requests. */
export function isRecorded(server: object | undefined): boolean {
  return server !== undefined && recorded.has(server);
}

const recorded = new WeakSet();
