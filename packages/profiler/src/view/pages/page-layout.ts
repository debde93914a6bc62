import { html, raw } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import { PAGE_SCRIPT } from './assets/page-scripts.ts';
import { KEYBOARD_SHORTCUTS } from './assets/keyboard-shortcuts.ts';
import type { PageRequest } from './page-request.ts';
import type { ProfilerLinks } from './profiler-links.ts';

export interface PageLayout {
  readonly title: string;
  readonly style: string;
  /** Default: the script for all pages. */
  readonly script?: string;
  /** Current search, shown in the search box. */
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  /** Controls at the right of the search box. */
  readonly controls?: Html | undefined;
  readonly content: Html;
  /** URLs of this page in the other representations. */
  readonly alternates?: { readonly json: string; readonly md: string } | undefined;
  /** Problems of the profiler itself. */
  readonly trouble?: readonly string[];
  /** Data attributes for the script, such as `data-tail`. */
  readonly data?: Readonly<Record<string, string | undefined>>;
}

/** Renders a complete HTML document with inline style and script. It loads no other resources. */
export function renderPage({ pages, links }: PageRequest, nonce: string, layout: PageLayout): string {
  const { title, style, script = PAGE_SCRIPT, content, trouble = [], data = {} } = layout;
  const host = pages.title;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title} · ${host}</title>
        <link rel="icon" href="data:image/svg+xml,${raw(ICON)}" />
        <style nonce="${nonce}">${raw(style)}</style>
      </head>
      <body${Object.entries(data).map(([name, value]) => value !== undefined && html` data-${name}="${value}"`)}>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="brand" href="${links.to('/')}" title="All profiles">${raw(LOGO)}<b>${host}</b></a>
          ${renderSearchForm(layout, links)}
          <nav aria-label="Profiler">${layout.controls}<a href="${links.to('/routes', new URLSearchParams(layout.search ? { q: layout.search } : {}))}" title="Which routes cost most">Routes</a><a href="${links.profile('latest')}" title="Newest profile (.)">Latest</a><button type="button" class="js" data-keys title="Keyboard shortcuts (?)" aria-label="Keyboard shortcuts">?</button></nav>
        </header>
        ${trouble.length > 0 && html`<p class="trouble" role="status">${trouble.join(' · ')}</p>`}
        <main id="main">${content}</main>
        ${renderFooter(layout)}
        ${KEYBOARD_SHORTCUTS}
        <script nonce="${nonce}">${raw(script)}</script>
      </body>
    </html>`.toString();
}

function renderSearchForm({ search = '', limit }: PageLayout, links: ProfilerLinks): Html {
  return html`<form class="search" role="search" method="post" action="${links.to('/search')}">
    <label
      ><span class="sr">Search</span
      ><input
        type="search"
        name="q"
        value="${search}"
        placeholder="status:5xx dur:>200 path:/books since:10m"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
    /></label>
    ${limit !== undefined && html`<input type="hidden" name="limit" value="${limit}" />`}
    <button class="sr">Search</button>
  </form>`;
}

function renderFooter({ alternates: twins }: PageLayout): Html {
  return html`<footer>
    ${twins && html`<span>This page as <a href="${twins.json}">JSON</a> · <a href="${twins.md}">Markdown</a></span>`}
    <span>Secrets are masked before profiles are stored.</span>
  </footer>`;
}

const LOGO =
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M1 16.5h3.2L6 8h8l1.8 8.5H19" stroke="currentColor"/><path d="M10 8v6M6.6 5 10 2.6 13.4 5" stroke="var(--accent)"/></svg>';
const ICON = encodeURIComponent(
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'><rect width='20' height='20' rx='4' fill='#9a5b00'/><path d='M2.5 15.5h2.4L6.4 8h7.2l1.5 7.5h2.4M10 8v5.5' fill='none' stroke='#fff' stroke-width='1.7'/></svg>`,
).replace(/%(?:2F|3A|3D|2C)/g, decodeURIComponent);
