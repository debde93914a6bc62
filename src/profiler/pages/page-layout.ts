import { html, raw } from '../../core/errors/html.ts';
import type { Html } from '../../core/errors/html.ts';
import { PAGE_SCRIPT } from './assets/page-scripts.ts';
import { KEYBOARD_SHORTCUTS } from './assets/keyboard-shortcuts.ts';
import type { ProfilerLinks } from './profiler-links.ts';

/** What stands around the content of a page. */
export interface PageLayout {
  /** Of the document. */
  readonly title: string;
  /** What people call the host. */
  readonly host: string;
  readonly links: ProfilerLinks;
  readonly style: string;
  /** Left out, what all pages can do. */
  readonly script?: string;
  readonly nonce: string;
  /** What was searched for, so that it can be changed. */
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  /** Stands at the right of the search box. */
  readonly controls?: Html | undefined;
  readonly content: Html;
  /** Says where the twins of this page are. */
  readonly alternates?: { readonly json: string; readonly md: string } | undefined;
  /** What is wrong with the profiler itself. */
  readonly trouble?: readonly string[];
  /** For the script, such as `data-tail`. */
  readonly data?: Readonly<Record<string, string | undefined>>;
}

/** A whole page: one document with its style and its script inside, that loads nothing. */
export function renderPage(parts: PageLayout): string {
  const { title, host, links, style, script = PAGE_SCRIPT, nonce, content, trouble = [], data = {} } = parts;
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
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <a class="brand" href="${links.to('/')}" title="All requests">${raw(MARK)}<b>${host}</b></a>
          ${searchForm(parts)}
          <nav aria-label="Profiler">${parts.controls}<a href="${links.profile('latest')}" title="The newest profile ( . )">Latest</a><button type="button" class="js" data-keys title="Keys ( ? )" aria-label="Keys">?</button></nav>
        </header>
        ${trouble.length > 0 && html`<p class="trouble" role="status">${trouble.join(' · ')}</p>`}
        <main id="main">${content}</main>
        ${footer(parts)}
        ${KEYBOARD_SHORTCUTS}
        <script nonce="${nonce}">${raw(script)}</script>
      </body>
    </html>`.toString();
}

function searchForm({ links, search = '', limit }: PageLayout): Html {
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

function footer({ alternates: twins }: PageLayout): Html {
  return html`<footer>
    ${twins && html`<span>This page as <a href="${twins.json}">JSON</a> · <a href="${twins.md}">Markdown</a></span>`}
    <span>Secrets are masked before anything is stored.</span>
  </footer>`;
}

// A bay window, seen from above.
const MARK =
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M1 16.5h3.2L6 8h8l1.8 8.5H19" stroke="currentColor"/><path d="M10 8v6M6.6 5 10 2.6 13.4 5" stroke="var(--accent)"/></svg>';
const ICON = encodeURIComponent(
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'><rect width='20' height='20' rx='4' fill='#9a5b00'/><path d='M2.5 15.5h2.4L6.4 8h7.2l1.5 7.5h2.4M10 8v5.5' fill='none' stroke='#fff' stroke-width='1.7' stroke-linejoin='round' stroke-linecap='round'/></svg>`,
).replace(/%(?:2F|3A|3D|2C)/g, decodeURIComponent);
