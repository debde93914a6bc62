import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { slugify } from '../../tools/docs/slugify.ts';
import { markOptionTables } from './option-tables.js';

// Written by tools/site.ts: the sidebars of the two products and of the pages about the project, and the version.
const { profiler, host, project, version } = JSON.parse(
  readFileSync(new URL('../source/navigation.json', import.meta.url), 'utf8'),
);

export default defineConfig({
  title: 'Oriel',
  description: 'A request profiler for any Node.js server, and an HTTP API host for TypeScript',
  lang: 'en',
  srcDir: 'source',
  outDir: '../var/site/dist',
  cacheDir: '../var/site/cache',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }]],
  // Otherwise every page contains the sidebars of all pages.
  metaChunk: true,
  // Each product is a "language" of VitePress: it has a navigation and an index of the search of its own. Without labels, there is no
  // menu that leads from one to the other.
  locales: {
    root: {
      label: '',
      themeConfig: {
        nav: [
          { text: 'Profiler', link: '/profiler/getting-started' },
          { text: 'API host', link: '/host/getting-started' },
          { text: 'All pages', link: '/documentation' },
        ],
        sidebar: project,
      },
    },
    profiler: {
      label: '',
      themeConfig: {
        nav: [
          { text: 'Getting started', link: '/profiler/getting-started' },
          { text: 'Usage', link: '/profiler/usage' },
          { text: 'Search', link: '/profiler/search' },
          { text: 'Frameworks', link: '/profiler/frameworks' },
          { text: 'API', link: '/profiler/reference/', activeMatch: '^/profiler/reference/' },
          { text: version, link: '/profiler/changelog' },
        ],
        sidebar: profiler,
      },
    },
    host: {
      label: '',
      themeConfig: {
        nav: [
          { text: 'Guide', link: '/host/getting-started', activeMatch: '^/host/(getting-started|guides/|cookbook)' },
          { text: 'Configuration', link: '/host/configuration' },
          { text: 'API', link: '/host/reference/', activeMatch: '^/host/reference/' },
          { text: 'Troubleshooting', link: '/host/troubleshooting' },
          { text: version, link: '/host/changelog' },
        ],
        sidebar: host,
      },
    },
  },
  markdown: {
    anchor: { slugify },
    headers: { slugify },
    config: markOptionTables,
    theme: { light: 'github-light', dark: 'github-dark' },
  },
  vite: {
    // The index of the search.
    build: { chunkSizeWarningLimit: 4_000 },
  },
  themeConfig: {
    logo: '/icon.svg',
    logoLink: '/',
    i18nRouting: false,
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Guides come before the reference, and the reference before decisions and the history.
            boostDocument: (/** @type {string} */ page) =>
              /^\/decisions|\/changelog|^\/benchmarks/.test(page) ? 0.2 : page.includes('/reference/') ? 0.4 : 1,
          },
        },
      },
    },
    footer: { message: 'Released under the MIT License.' },
  },
});
