import { posix } from 'node:path';

/** Returns the path of a Markdown file of the repository on the site; undefined if it is not a page. */
export function sitePath(path: string): string | undefined {
  if (path === 'docs/README.md') return 'documentation.md';
  if (path.startsWith('docs/') && path.endsWith('.md')) return path.slice('docs/'.length);
  if (/^decisions\/[\w-]+\.md$/.test(path)) return path;
  const [, example] = /^examples\/([\w-]+)\/README\.md$/.exec(path) ?? [];
  return example === undefined ? PROJECT_PAGES[path] : `examples/${example}.md`;
}

/** The files outside of `docs` that are pages. */
export const PROJECT_PAGES: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': 'architecture.md',
  'packages/core/ARCHITECTURE.md': 'architecture-core.md',
  'packages/profiler/ARCHITECTURE.md': 'architecture-profiler.md',
  'packages/host/ARCHITECTURE.md': 'architecture-host.md',
  'packages/profiler/CHANGELOG.md': 'profiler/changelog.md',
  'packages/host/CHANGELOG.md': 'host/changelog.md',
  'bench/FAULTS.md': 'faults.md',
  'bench/README.md': 'benchmarks.md',
  'CODE_OF_CONDUCT.md': 'code-of-conduct.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security-policy.md',
  'tools/README.md': 'scripts.md',
};

/**
 * Returns the text of a page for the site. Links between pages and to pictures are adapted. Links to other files of the
 * repository become text, because the site does not have them. Text in angle brackets outside of code is escaped, because
 * VitePress reads it as an element.
 */
export function adaptPage(path: string, text: string): string {
  const pagePath = sitePath(path) ?? path;
  return text.replace(PARTS, (all, code, _ticks, comment, picture, label, target) => {
    if (code !== undefined || comment !== undefined) return all;
    if (label === undefined) return '&lt;';
    const adapted = adaptPage(path, label);
    const link = adaptLink(path, pagePath, target);
    return link === undefined ? adapted : `${picture}[${adapted}](${link})`;
  });
}

// Blocks of code, code, comments, links, and the start of an element.
const PARTS =
  /(^[ \t]*```[^]*?^[ \t]*```|(`+)[^`\n][^\n]*?\2)|(<!--[^]*?-->)|(!?)\[((?:`[^`]*`|!?\[[^\]]*\]\([^()]*\)|[^[\]])*)\]\(([^()\s]+)\)|<(?=[a-z/])/gim;

function adaptLink(path: string, pagePath: string, target: string): string | undefined {
  if (/^[a-z]+:|^#/.test(target)) return target;
  const [file = '', anchor] = target.split('#');
  const from = posix.join(posix.dirname(path), file);
  const to = from.startsWith('docs/images/')
    ? from.slice('docs/'.length)
    : from === 'decisions/'
      ? 'decisions/index.md'
      : sitePath(from);
  if (to === undefined) return undefined;
  const relative = posix.relative(posix.dirname(pagePath), to);
  return `${relative.startsWith('.') ? '' : './'}${relative}${anchor === undefined ? '' : `#${anchor}`}`;
}
