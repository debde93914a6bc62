/** Returns a proxy whose traps all throw, and the list of the traps that were called. */
export function trappedProxy<Target extends object>(
  target: Target,
): { readonly proxy: Target; readonly calls: string[] } {
  const calls: string[] = [];
  const handler = new Proxy<ProxyHandler<Target>>(
    {},
    {
      get(_, trap) {
        calls.push(String(trap));
        throw new Error(`The trap ${String(trap)} was called`);
      },
    },
  );
  return { proxy: new Proxy(target, handler), calls };
}
