import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { PACKAGES, readManifest } from './packages.ts';
import { ROOT } from './source-files.ts';

/** The Markdown files of a package: their paths in the package by their paths in the project. */
export type PackedPages = ReadonlyMap<string, string>;

/** Returns the Markdown files of a package: its own, and the documentation of its product. */
export function packedPages(folder: string): PackedPages {
  const packagePages = ['README.md', 'CHANGELOG.md'].map((name) => [`packages/${folder}/${name}`, name] as const);
  const pages = globSync(`docs/${folder}/**/*.md`, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
  const list = pages.length === 0 ? [] : [['docs/README.md', 'docs/README.md'] as const];
  return new Map([
    ...packagePages,
    ...list,
    ...pages.map((path) => [path, path.replace(`docs/${folder}/`, 'docs/')] as const),
  ]);
}

/**
 * Returns the text of a page as a package contains it. Links to other pages of the package have the path in the package. Other links
 * become text that names the package or the file of the repository, because neither has an address.
 *
 * @param path the path of the page in the project
 * @param pages the pages of the package
 */
export function toPackedText(text: string, path: string, pages: PackedPages): string {
  const folder = posix.dirname(pages.get(path)!);
  return text.replace(LINK_OR_CODE, (all, image: string | undefined, label: string, target: string | undefined) => {
    if (target === undefined || /^(?:[a-z]+:|#)/.test(target)) return all;
    const [file = '', anchor] = target.split('#');
    const source = posix.join(posix.dirname(path), file);
    const packed = pages.get(source);
    if (packed !== undefined)
      return `${image}[${label}](${posix.relative(folder, packed)}${anchor === undefined ? '' : `#${anchor}`})`;
    return image === '!' ? label : `${label} (${describe(source)})`;
  });
}

// A fenced block, a link or an image, and code in a line. The first alternative that matches at a position skips the others.
const LINK_OR_CODE = /^```[^]*?^```|(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)|`[^`\n]+`/gm;

function describe(source: string): string {
  for (const folder of PACKAGES) {
    const packed = packedPages(folder).get(source);
    if (packed !== undefined) return `\`${packed}\` of the package \`${readManifest(folder).name}\``;
  }
  return `\`${source}\` in the repository`;
}
