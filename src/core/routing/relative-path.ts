/**
 * The shortest reference that leads from one path to another.
 *
 * Both begin with a slash and hold no `.` or `..` segments.
 *
 * @example
 * relativePath('/a/b/c/d', '/a/b/c/other'); // 'other'
 * relativePath('/a/b/c/d', '/a/x/y'); // '../../x/y'
 * relativePath('/a/b', '/a/x:y'); // './x:y'
 */
export function relativePath(from: string, to: string): string {
  if (from === to) return '';
  const source = from.replace(/^\//, '').split('/').slice(0, -1);
  const target = to.replace(/^\//, '').split('/');
  const directories = target.slice(0, -1);
  let common = 0;
  while (common < source.length && common < directories.length && source[common] === directories[common]) common++;
  const path = '../'.repeat(source.length - common) + target.slice(common).join('/');

  // Without the "./" a colon in the first segment would read as a scheme, and nothing at all as "this very page".
  const slash = path.indexOf('/');
  const colon = path.indexOf(':');
  const isMisread = path === '' || slash === 0 || (colon >= 0 && (slash < 0 || colon < slash));
  return isMisread ? `./${path}` : path;
}
