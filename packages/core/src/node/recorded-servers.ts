/** Notes that the application of a server records its own requests, so that `oriel/register` does not record them again. */
export function markRecorded(server: object): void {
  if (shared[KEY] === undefined) Object.defineProperty(shared, KEY, { value: new WeakSet() });
  shared[KEY]!.add(server);
}

/** Returns whether the application of a server records its own requests. */
export function isRecorded(server: object | undefined): boolean {
  return server !== undefined && shared[KEY]?.has(server) === true;
}

// A host and `oriel/register` may be of different copies of the package.
const KEY = Symbol.for('oriel.recorded-servers');
const shared = globalThis as { [KEY]?: WeakSet<object> };
