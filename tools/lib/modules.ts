/** Returns the module of a source file; '' for `packages/host/src/index.ts`, undefined for a file outside of `src/`. */
export function moduleOf(path: string): string | undefined {
  const [root, first, second, ...rest] = path.split('/');
  if (root !== 'src' || first === undefined) return undefined;
  if (second === undefined) return '';
  const isGroup = first === 'core' || first === 'features' || first === 'integrations';
  return isGroup && rest.length > 0 ? `${first}/${second}` : first;
}
