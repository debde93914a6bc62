import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { slugify } from '../../tools/docs/slugify.ts';
import { markOptionTables } from './option-tables.js';

// Written by tools/site.ts: the sidebars and the version.
const { sidebar, version } = JSON.parse(readFileSync(new URL('../source/navigation.json', import.meta.url), 'utf8'));

export default defineConfig({
  title: 'Oriel',
  description: 'An HTTP API host for TypeScript with a built-in request profiler',
  lang: 'en',
  srcDir: 'source',
  outDir: '../var/site/dist',
  cacheDir: '../var/site/cache',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }]],
  // Otherwise every page contains the sidebars of all pages.
  metaChunk: true,
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
    nav: [
      { text: 'Guide', link: '/getting-started', activeMatch: '^/(getting-started|guides/|cookbook)' },
      { text: 'Profiler', link: '/profiler-any-server', activeMatch: '^/(profiler|panels|search)' },
      { text: 'Configuration', link: '/configuration' },
      { text: 'API', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
      { text: version, link: '/changelog' },
    ],
    sidebar,
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Guides come before the reference, and the reference before decisions and the history.
            boostDocument: (/** @type {string} */ page) =>
              /^\/(decisions|changelog|benchmarks)/.test(page) ? 0.2 : page.startsWith('/reference/') ? 0.4 : 1,
          },
        },
      },
    },
    footer: { message: 'Released under the MIT License.' },
  },
});
