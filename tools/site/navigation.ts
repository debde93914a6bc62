import { posix } from 'node:path';
import { PROJECT_PAGES, sitePath } from './source-pages.ts';

/** An entry of a sidebar of VitePress. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
  readonly collapsed?: boolean;
}

/** The parts of the site by their folder: the heading of their list in docs/README.md. */
export const PARTS = { profiler: 'Profiler', host: 'API host' } as const;

/** A part of the site. Its pages have a navigation of their own. */
export type Part = keyof typeof PARTS;

/**
 * Returns the sidebar of a part: a group for each section of its list in docs/README.md with the pages that it links to.
 *
 * @param index the text of docs/README.md
 * @param titleOf returns the first heading of a file of the repository
 */
export function createSidebar(part: Part, index: string, titleOf: (path: string) => string): SidebarItem[] {
  const list = index.split(/^## /m).find((section) => section.startsWith(`${PARTS[part]}\n`));
  if (list === undefined) throw new Error(`docs/README.md has no section "${PARTS[part]}"`);
  return list
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [text = ''] = section.split('\n', 1);
      const paths = new Set(
        [...section.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, link = '']) => posix.join('docs', link)),
      );
      return { text, collapsed: false, items: [...paths].map((path) => entry(path, titleOf)) };
    });
}

/** Returns the sidebar of the pages about the project, which belong to no part. */
export function createProjectSidebar(titleOf: (path: string) => string): SidebarItem[] {
  const pages = Object.keys(PROJECT_PAGES).filter((path) => getPart(sitePath(path)!) === undefined);
  const decisions = { text: 'Decisions', link: '/decisions/' };
  return [{ text: 'Project', items: [...pages.map((path) => entry(path, titleOf)), decisions] }];
}

/** Returns the part to which a page of the site belongs; undefined for the pages about the project. */
export function getPart(path: string): Part | undefined {
  return Object.keys(PARTS).find((part): part is Part => path.startsWith(`${part}/`));
}

function entry(path: string, titleOf: (path: string) => string): SidebarItem {
  return { text: titleOf(path), link: `/${sitePath(path)!.replace(/\.md$/, '')}` };
}

/** Returns the sidebars of the API reference of a part: one for each entry point, with its members by kind. */
export function createReferenceSidebars(part: Part, paths: readonly string[]): Record<string, SidebarItem[]> {
  const root = `${part}/reference`;
  const modules = paths
    .flatMap((path) => new RegExp(`^${root}/(oriel(?:-\\w+)?(?:/[\\w-]+)?)/index\\.md$`).exec(path)?.[1] ?? [])
    .toSorted();
  const entryPoints = {
    text: 'Entry points',
    items: modules.map((name) => ({ text: name, link: `/${root}/${name}/` })),
  };
  const sidebars: Record<string, SidebarItem[]> = { [`/${root}/`]: [entryPoints] };
  for (const name of modules) {
    const members = paths.flatMap((path) => {
      const [, kind, member] = new RegExp(`^${root}/${name}/([\\w-]+)/([\\w-]+)\\.md$`).exec(path) ?? [];
      return kind === undefined || member === undefined || member === 'index' ? [] : [{ kind, member }];
    });
    const groups = Object.entries(KINDS).flatMap(([kind, text]) => {
      const items = members
        .filter((member) => member.kind === kind)
        .map(({ member }) => ({ text: member, link: `/${root}/${name}/${kind}/${member}` }));
      return items.length === 0 ? [] : [{ text: `${text} of ${name}`, items }];
    });
    sidebars[`/${root}/${name}/`] = [...groups, entryPoints];
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
