import { html } from '../../../core/errors/html.ts';
import type { Html } from '../../../core/errors/html.ts';
import { LIST_PAGE_SCRIPT } from '../assets/page-scripts.ts';
import { EMPTY_PAGE_STYLE, LIST_PAGE_STYLE } from '../assets/page-styles.ts';
import { renderPage } from '../page-layout.ts';
import type { ProfilerLinks } from '../profiler-links.ts';
import { describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { SearchUrls } from './search-addresses.ts';
import { renderEmptyList } from './empty-list.ts';
import { renderSearchTools } from './search-filters.ts';
import type { SearchResults } from './search-results.ts';
import { renderSearchTable } from './search-table.ts';
import { formatTimeOfDay, formatResultCount } from '../../render/format.ts';

/** The list. */
export function renderSearchHtml(results: SearchResults, visit: PageRequest, nonce: string): string {
  const { links, pages, context } = visit;
  const { query, rows, matched, text, lookedBackTo } = results;
  const addresses = new SearchUrls(links, results, visit.listPath);
  const isLive = query.cursor === undefined && query.sort.by === 'time' && query.sort.descending;
  const shown = rows.length;
  const content = html`<div class="head">
      <h1>Profile Search</h1>
      <p class="found" data-count="${matched.count}" data-shown="${shown}">${formatResultCount(matched, shown)}</p>
      <p class="sizes" aria-label="Results per page">
        ${[10, 50, 100].map((limit) => html`<button form="list" name="limit" value="${limit}" ${limit === query.limit && html` aria-current="true"`}>${limit}</button>`)}
      </p>
    </div>
    ${renderSearchTools(visit, results)} ${terms(results)} ${shown === 0 && renderEmptyList(results, visit, addresses)}
    ${listForm(results, addresses, links)}
    <div class="under">${noiseLine(results, addresses)}${legend(shown === 0)}</div>
    ${lookedBackTo !== undefined && html`<p class="quiet">Looked back to ${formatTimeOfDay(lookedBackTo)}; the next page looks further.</p>`}
    ${pager(addresses)}`;
  return renderPage({
    title: 'Profile Search',
    host: pages.title,
    links,
    nonce,
    style: shown === 0 ? EMPTY_PAGE_STYLE : LIST_PAGE_STYLE,
    script: LIST_PAGE_SCRIPT,
    search: text,
    limit: query.limit,
    controls: isLive ? LIVE : undefined,
    content,
    alternates: getAlternateUrls(visit.listPath ?? context.path, links.query(visit.parameters)),
    trouble: describeTrouble(pages),
    data: {
      tail: isLive ? addresses.tail(rows[0]?.token) : undefined,
      boots: isLive ? [...new Set(rows.map(({ boot }) => boot))].join(' ') : undefined,
    },
  });
}

// Its buttons send the search along, which a link for each column and each row would have to carry; what a button says
// comes before the fields, and counts.
function listForm(results: SearchResults, addresses: SearchUrls, links: ProfilerLinks): Html {
  const { rows } = results;
  return html`<form id="list" method="post" action="${links.to('/search')}">
    ${renderSearchTable(results, { links, now: Date.now(), longest: longestOf(rows) })}
    ${addresses.fields().map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
  </form>`;
}

const LIVE = html`<button type="button" class="js live" data-live aria-pressed="true" title="Pause and go on ( Space )">
  <i></i><span>Live</span>
</button>`;

function legend(hidden: boolean): Html {
  return html`<p class="legend" aria-hidden="true" ${hidden && html` hidden`}>
    <i class="db"></i>database<i class="http"></i>outgoing calls<i></i>rest
  </p>`;
}

/** The same page in its other two ways. */
export function getAlternateUrls(path: string, query: string): { json: string; md: string } {
  const bare = path.replace(/\.(?:json|md)$/, '');
  const rest = query === '' ? '' : `?${query}`;
  return { json: `${bare}.json${rest}`, md: `${bare}.md${rest}` };
}

function longestOf(rows: SearchResults['rows']): number {
  return rows.reduce((longest, { duration }) => Math.max(longest, duration), 0);
}

function terms({ query }: SearchResults): Html | false {
  return (
    query.terms.length > 0 &&
    html`<p class="terms">
      ${query.terms.map(({ text = '…' }, index) => html`<button form="list" name="without" value="${index}" title="Search without it">${text}</button> `)}
    </p>`
  );
}

function noiseLine(
  { hidden, showsBackgroundRequests: showsNoise, query }: SearchResults,
  addresses: SearchUrls,
): Html | false {
  const kinds = Object.entries(hidden);
  if (kinds.length === 0) {
    return (
      showsNoise &&
      query.terms.length === 0 &&
      html`<p class="noise">
        <a href="${addresses.withBackgroundRequests(false)}">▾ Health checks and probes are shown; hide them</a>
      </p>`
    );
  }
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  return html`<p class="noise">
    <a href="${addresses.withBackgroundRequests(true)}" title="Show them"
      >▸ ${total} hidden: ${kinds.map(([kind, count]) => `${kind} ${count}`).join(' · ')}</a
    >
  </p>`;
}

function pager(addresses: SearchUrls): Html | false {
  const [previous, next] = [addresses.previous(), addresses.next()];
  return (
    (previous !== undefined || next !== undefined) &&
    html`<nav class="pager" aria-label="Pages">
      ${previous !== undefined && html`<a rel="prev" href="${previous}">← Previous</a>`}
      ${next !== undefined && html`<a rel="next" href="${next}">Next →</a>`}
    </nav>`
  );
}
