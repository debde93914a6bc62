/**
 * Throws if this version of Node.js cannot run a host. The profiler for other servers runs on older versions, so npm installs
 * the package there.
 *
 * @throws {Error} with the required version
 */
export function requireNodeVersion(
  versions: Partial<NodeJS.ProcessVersions> | undefined = globalThis.process?.versions,
): void {
  const { node, bun, deno } = versions ?? {};
  // Other runtimes report the version of Node.js that they are compatible with.
  if (node === undefined || bun !== undefined || deno !== undefined) return;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return;
  throw new Error(
    `A host of Oriel needs Node.js 24.7 or newer; this is ${node}\n` +
      'fix: install it from https://nodejs.org, or for this project only: npm install --save-dev node@24',
  );
}
