import { html, printableLine } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import { writeTerm } from '../../../store/search/query-parameters.ts';
import { formatEstimate, formatResultCount } from '../../render/format.ts';
import type { PageRequest } from '../page-request.ts';
import { renderActivity } from './activity-chart.ts';
import type { SearchResults } from './search-results.ts';
import { MAX_SAMPLE } from './search-summary.ts';
import type { SearchUrls } from './search-urls.ts';

/** Renders what is above the rows: the title, the number of results, the applications, a range of time, counts and bars. */
export function renderSearchHeading(results: SearchResults, { pages }: PageRequest, urls: SearchUrls): Html {
  const { summary, matched, rows } = results;
  return html`<div class="head">
      <h1>Profile Search</h1>
      ${renderFound(matched, rows.length)} ${renderApplications(results, urls, pages.showsApplications)}
      ${renderTimeRanges(results, urls)}
      <p class="counts">
        ${summary.counts.map(({ name, term, count }) => count > 0 && html`<a href="${urls.withTerm(term)}">${name} <b>${count}</b></a> `)}${!summary.isComplete && summary.profiles === MAX_SAMPLE && html`<span>of the newest ${formatEstimate(MAX_SAMPLE)}</span>`}
      </p>
    </div>
    ${renderActivity(summary.activity, urls)}`;
}

// Live rows change both texts: they may represent several requests even if the rows before do not.
function renderFound(matched: SearchResults['matched'], shown: number): Html {
  const { count, exact, requests } = matched;
  const found = formatResultCount({ ...matched, requests: undefined }, shown);
  const estimate = requests === undefined ? '' : `for about ${exact ? '' : '≥ '}${formatEstimate(requests)} requests`;
  const counts = html`data-count="${count}" data-shown="${shown}" data-requests="${requests ?? count}"`;
  return html`<p class="found" ${counts}>${found}</p>
    <p class="quiet estimate" ${estimate === '' && html` hidden`}>${estimate}</p>
    <p class="sr" role="status"></p>`;
}

// An application may be chosen although it has no profiles in the results.
function renderApplications(
  { summary, query }: SearchResults,
  urls: SearchUrls,
  showsApplications = false,
): Html | false {
  const chosen = query.terms.find(({ field, negated }) => field === 'app' && !negated);
  const { applications } = summary;
  if (chosen === undefined && applications.length < 2) {
    const [only] = applications;
    return (
      only !== undefined &&
      html`<p class="quiet">${showsApplications && `${printableLine(only.name, 60)} `}${renderOrigin(only.origins)}</p>`
    );
  }
  return html`<details class="menu pick">
    <summary>${chosen === undefined ? 'All applications' : String(chosen.value)}</summary>
    <ul>
      <li>
        <a href="${urls.withField('app')}" ${chosen === undefined && html` aria-current="true"`}>All applications</a>
      </li>
      ${applications.slice(0, MAX_APPLICATIONS).map(
        ({ name, origins, count }) =>
          html`<li>
            <a
              href="${urls.withField('app', writeTerm({ field: 'app', operator: 'is', value: name.slice(0, 200), negated: false }))}"
              >${printableLine(name, 60)}</a
            >
            <b>${count}</b> ${renderOrigin(origins)}
          </li>`,
      )}
    </ul>
  </details>`;
}

function renderOrigin([origin]: readonly string[]): Html | false {
  return origin !== undefined && html`<code>${origin}</code>`;
}

function renderTimeRanges({ query }: SearchResults, urls: SearchUrls): Html {
  const chosen = query.terms.filter(({ field, negated }) => field === 'time' && !negated).map(({ text = '…' }) => text);
  return html`<details class="menu pick">
    <summary>${chosen.length === 0 ? 'Any time' : chosen.join(' ')}</summary>
    <ul>
      <li><a href="${urls.withField('time')}" ${chosen.length === 0 && html` aria-current="true"`}>Any time</a></li>
      ${TIME_RANGES.map(([term, label]) => html`<li><a href="${urls.withField('time', term)}">${label}</a></li>`)}
    </ul>
  </details>`;
}

const MAX_APPLICATIONS = 20;
const TIME_RANGES = [
  ['since:5m', 'Last 5 minutes'],
  ['since:1h', 'Last hour'],
  ['since:today', 'Today'],
] as const;
