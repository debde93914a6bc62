import { posix } from 'node:path';
import { PROJECT_PAGES, sitePath } from './source-pages.ts';

/** An entry of a sidebar of VitePress. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
  readonly collapsed?: boolean;
}

/**
 * Returns the sidebar of the guides: a group for each section of docs/README.md with the pages that it links to, and a group
 * with the pages about the project.
 *
 * @param index the text of docs/README.md
 * @param titleOf returns the first heading of a file of the repository
 */
export function createSidebar(index: string, titleOf: (path: string) => string): SidebarItem[] {
  const groups = index
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [text = ''] = section.split('\n', 1);
      const paths = new Set(
        [...section.matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, link = '']) => posix.join('docs', link)),
      );
      return { text, collapsed: false, items: [...paths].map((path) => entry(path, titleOf)) };
    });
  const project = Object.keys(PROJECT_PAGES).map((path) => entry(path, titleOf));
  const decisions = { text: 'Decisions', link: '/decisions/' };
  return [...groups, { text: 'Project', collapsed: true, items: [...project, decisions] }];
}

function entry(path: string, titleOf: (path: string) => string): SidebarItem {
  return { text: titleOf(path), link: `/${sitePath(path)!.replace(/\.md$/, '')}` };
}

/** Returns the sidebars of the API reference: one for each entry point, with its members by kind. */
export function createReferenceSidebars(paths: readonly string[]): Record<string, SidebarItem[]> {
  const modules = paths
    .flatMap((path) => /^reference\/(oriel(?:\/[\w-]+)?)\/index\.md$/.exec(path)?.[1] ?? [])
    .toSorted();
  const entryPoints = {
    text: 'Entry points',
    items: modules.map((name) => ({ text: name, link: `/reference/${name}/` })),
  };
  const sidebars: Record<string, SidebarItem[]> = { '/reference/': [entryPoints] };
  for (const name of modules) {
    const members = paths.flatMap((path) => {
      const [, kind, member] = new RegExp(`^reference/${name}/([\\w-]+)/([\\w-]+)\\.md$`).exec(path) ?? [];
      return kind === undefined || member === undefined || member === 'index' ? [] : [{ kind, member }];
    });
    const groups = Object.entries(KINDS).flatMap(([kind, text]) => {
      const items = members
        .filter((each) => each.kind === kind)
        .map(({ member }) => ({ text: member, link: `/reference/${name}/${kind}/${member}` }));
      return items.length === 0 ? [] : [{ text: `${text} of ${name}`, items }];
    });
    sidebars[`/reference/${name}/`] = [...groups, entryPoints];
  }
  return sidebars;
}

const KINDS: Readonly<Record<string, string>> = {
  functions: 'Functions',
  classes: 'Classes',
  variables: 'Values',
  interfaces: 'Interfaces',
  'type-aliases': 'Types',
};
