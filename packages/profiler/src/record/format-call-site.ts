import type { CallSite } from 'oriel-core/trace';

/**
 * Returns a position as `routes/users.ts:12`. Paths below the working directory are relative, because they are shorter and do not
 * reveal the home directory of a developer.
 */
export function formatCallSite(site: CallSite): string {
  let text = texts.get(site);
  if (text === undefined) texts.set(site, (text = `${relativeToProject(site.file)}:${site.line}`));
  return text;
}

const texts = new WeakMap<CallSite, string>();

function relativeToProject(file: string): string {
  const root = `${process.cwd()}/`;
  return file.startsWith(root) ? file.slice(root.length) : file;
}
