import { describeLosses, hasSeveralMachines } from './describe-losses.ts';
import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import { LIST_PAGE_SCRIPT, PAGE_SCRIPT } from '../assets/page-scripts.ts';
import { EMPTY_PAGE_STYLE, LIST_PAGE_STYLE } from '../assets/page-styles.ts';
import type { PageLayout } from '../page-layout.ts';
import { describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { SearchUrls } from './search-urls.ts';
import { renderEmptyList } from './empty-list.ts';
import { renderSearchTools } from './search-filters.ts';
import type { SearchResults } from './search-results.ts';
import { renderSearchTable } from './search-table.ts';
import { chooseBarScale } from './duration-bar.ts';
import { getUsualOrigins } from './search-summary.ts';
import { listBoots } from './restarts.ts';
import { renderSearchHeading } from './search-heading.ts';
import { formatTimeOfDay } from '../../render/format.ts';
import type { ProfileQuery, QueryTerm } from '../../../store/search/profile-query.ts';
import { writeTerm } from '../../../store/search/query-parameters.ts';

/** Renders the list of profiles. */
export function renderSearchHtml(results: SearchResults, request: PageRequest): PageLayout {
  const { links, pages, context } = request;
  const { query, rows, text, lookedBackTo } = results;
  const urls = new SearchUrls(links, results, request.listPath);
  const isLive = isLiveQuery(query, Date.now()) && !showsTicks(request);
  const shown = rows.length;
  const scale = chooseBarScale(rows);
  const content = html`${renderSearchHeading(results, request, urls)} ${renderSearchTools(request, results)}
    ${renderTerms(results, urls)} ${renderKeepRules(results.keepRules)}
    ${shown === 0 && renderEmptyList(results, request, urls)} ${renderListForm(results, urls, request)}
    <div class="under">${renderBackgroundRequests(results, urls)}${renderLegend(shown === 0)}</div>
    ${lookedBackTo !== undefined && html`<p class="quiet">Searched back to ${formatTimeOfDay(lookedBackTo)}; the next page searches older profiles.</p>`}
    ${renderPager(urls, results)}
    <div id="menu" popover role="dialog" aria-label="Filters"></div>`;
  return {
    title: 'Profile Search',
    style: shown === 0 ? EMPTY_PAGE_STYLE : LIST_PAGE_STYLE,
    script: showsTicks(request) ? PAGE_SCRIPT : LIST_PAGE_SCRIPT,
    search: text,
    limit: query.limit,
    controls: isLive ? LIVE : undefined,
    content,
    alternates: getAlternateUrls(request.listPath ?? context.path, links.query(request.parameters)),
    trouble: [...describeTrouble(pages), ...describeLosses(results.overview)],
    data: {
      path: links.path,
      tail: isLive ? urls.liveTail(rows[0]?.token, scale) : undefined,
      boots: isLive ? JSON.stringify(listBoots(rows)) : undefined,
    },
  };
}

function showsTicks({ parameters }: PageRequest): boolean {
  return parameters.get('tick') === '1';
}

// Buttons share the hidden fields with the search, where a link per column and row would repeat it. The value of a
// button precedes the fields and therefore counts.
function renderListForm(results: SearchResults, urls: SearchUrls, request: PageRequest): Html {
  const { rows } = results;
  const { links, pages } = request;
  return html`<form id="list" method="post" action="${links.to('/search')}">
      ${renderSearchTable(results, { links, origins: getUsualOrigins(results.summary.applications), scale: chooseBarScale(rows), showsApplications: pages.showsApplications, showsMachines: hasSeveralMachines(results.overview), showsTicks: showsTicks(request) })}
      ${urls.fields().map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    </form>
    ${showsTicks(request) && renderComparisonForm(links)}`;
}

// The rows of the table belong to it.
function renderComparisonForm(links: PageRequest['links']): Html {
  return html`<form id="compare" action="${links.path}/compare">
    ${links.pass !== undefined && html`<input type="hidden" name="key" value="${links.pass}" />`}
    <button>Compare the two ticked requests</button>
  </form>`;
}

const LIVE = html`<button type="button" class="js live" data-live aria-pressed="true" title="Pause or resume (Space)">
  <i></i><span>Live</span>
</button>`;

function renderLegend(hidden: boolean): Html {
  return html`<p class="legend" aria-hidden="true" ${hidden && html` hidden`}>
    <i class="db"></i>database<i class="http"></i>outgoing calls<i></i>other <i class="more"></i>longer
  </p>`;
}

/** Returns the URLs of a page as JSON and as Markdown. */
export function getAlternateUrls(path: string, query: string): { json: string; md: string } {
  const bare = path.replace(/\.(?:json|md)$/, '');
  const rest = query === '' ? '' : `?${query}`;
  return { json: `${bare}.json${rest}`, md: `${bare}.md${rest}` };
}

// States how a word without a field was read, because it could have been meant otherwise.
function renderTerms({ query }: SearchResults, urls: SearchUrls): Html | false {
  const { terms } = query;
  const readings = terms.flatMap((term, index) => {
    const reading = describeReading(term);
    return reading === undefined ? [] : [{ ...reading, index }];
  });
  return (
    terms.length > 0 &&
    html`<p class="terms">
      ${terms.map(({ text = '…' }, index) => html`<button form="list" name="without" value="${index}" title="Remove this term">${text}</button> `)}${readings.map(
        ({ word, meaning, literal, index }) =>
          html`<span class="quiet"
            ><code>${word}</code> is read as <code>${meaning}</code>;
            <a href="${urls.withTerms(terms.toSpliced(index, 1, literal))}">search URLs for it</a></span
          >`,
      )}
    </p>`
  );
}

function renderKeepRules(rules: readonly string[]): Html | false {
  return rules.length > 0 && html`<p class="quiet">Not every profile is kept: ${rules.join('; ')}.</p>`;
}

function renderBackgroundRequests(
  { hidden, showsBackgroundRequests, query }: SearchResults,
  urls: SearchUrls,
): Html | false {
  const kinds = Object.entries(hidden);
  if (kinds.length === 0) {
    return (
      showsBackgroundRequests &&
      query.terms.length === 0 &&
      html`<p class="background">
        <a href="${urls.withBackgroundRequests(false)}">▾ Hide health checks and browser probes</a>
      </p>`
    );
  }
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  return html`<p class="background">
    <a href="${urls.withBackgroundRequests(true)}" title="Show them"
      >▸ ${total} hidden: ${kinds.map(([kind, count]) => `${kind} ${count}`).join(' · ')}</a
    >
  </p>`;
}

function renderPager(urls: SearchUrls, results: SearchResults): Html | false {
  const [previous, next] = [urls.previous(), urls.next()];
  return (
    (previous !== undefined || next !== undefined) &&
    html`<nav class="pager" aria-label="Pages">
      ${previous !== undefined && html`<a rel="prev" href="${previous}">← ${results.previous === undefined ? 'First page' : 'Previous'}</a>`}
      ${next !== undefined && html`<a rel="next" href="${next}">Next →</a>`}
    </nav>`
  );
}

// How a word without a field was read, and the term that searches URLs for it instead; undefined if the term has a field.
function describeReading(term: QueryTerm) {
  const { text, negated, field } = term;
  const word = text?.replace(/^-/, '');
  if (word === undefined || field === 'any' || word.includes(':')) return undefined;
  const literal = `${negated ? '-' : ''}"${word}"`;
  return {
    word,
    meaning: writeTerm({ ...term, negated: false, text: undefined }),
    literal: { field: 'any', operator: 'contains', value: word, negated, text: literal } satisfies QueryTerm,
  };
}

/** Returns whether new profiles can be added at the top of a list: the newest are first, and the search does not end in the past. */
export function isLiveQuery({ terms, sort, cursor }: ProfileQuery, now: number): boolean {
  if (cursor !== undefined || sort.by !== 'time' || !sort.descending) return false;
  return terms.every((term) => getEnd(term) > now);
}

// The latest time that a term matches.
function getEnd({ field, operator, value, to, negated }: QueryTerm): number {
  if (field !== 'time') return Infinity;
  const isLowerBound = operator === 'at-least' || operator === 'more-than';
  if (negated) return isLowerBound ? Number(value) : Infinity;
  return isLowerBound ? Infinity : (to ?? Number(value));
}
