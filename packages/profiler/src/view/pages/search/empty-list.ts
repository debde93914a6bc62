import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { PageRequest } from '../page-request.ts';
import type { SearchUrls } from './search-urls.ts';
import type { SearchResults } from './search-results.ts';
import { formatCount, formatDateTime } from '../../render/format.ts';

/** Returns what a list without rows shows: why it is empty and what to do next. */
export function renderEmptyList(
  { query, matched, hidden, lookedBackTo, suggestions }: SearchResults,
  { context, links }: PageRequest,
  urls: SearchUrls,
): Html {
  if (query.terms.length > 0 && lookedBackTo === undefined) {
    return html`<div class="empty">
      <h2>No profile matches</h2>
      ${
        suggestions.length === 0
          ? html`<p>No other reading of the words finds a profile, either.</p>`
          : html`<p>These searches find something:</p>
              <ul>
                ${suggestions.map(
                  ({ terms, change: { index, instead }, count, exact }) =>
                    html`<li>
                      <a href="${urls.withTerms(terms)}"
                        >${instead === undefined && 'without '}<code
                          >${instead ?? query.terms[index]?.text ?? '…'}</code
                        ></a
                      >
                      ${exact ? '' : '≥ '}${formatCount(count, 'result')}
                    </li>`,
                )}
              </ul>`
      }
      <p>
        <a href="${links.list()}">Show all profiles</a> ·
        <a href="${links.to('/search-syntax')}">Fields to search by</a>
      </p>
    </div>`;
  }
  if (Object.keys(hidden).length > 0) {
    return html`<div class="empty">
      <h2>Only health checks and browser probes so far</h2>
      <p>They are hidden. <a href="${urls.withBackgroundRequests(true)}">Show them</a>, or send another request:</p>
      ${renderCommand(context.origin)}
    </div>`;
  }
  if (matched.count > 0)
    return html`<div class="empty">
      <h2>No profiles on this page</h2>
      <p><a href="${links.list()}">Go to the first page</a>.</p>
    </div>`;
  if (lookedBackTo !== undefined) return renderIncompleteSearch(lookedBackTo, urls, links);
  return html`<div class="empty">
    <h2>No requests recorded yet</h2>
    <p>Send a request to this host. It appears here:</p>
    ${renderCommand(context.origin)}
  </div>`;
}

// A search in bodies, logs or queries stops at a time limit, before it has reached the oldest profile.
function renderIncompleteSearch(lookedBackTo: number, urls: SearchUrls, links: PageRequest['links']): Html {
  const next = urls.next();
  return html`<div class="empty">
    <h2>No profile since ${formatDateTime(lookedBackTo)} matches</h2>
    <p>
      Older profiles have not been searched yet.
      ${next !== undefined && html`<a href="${next}">Search older profiles</a>, or `}<a href="${links.list()}"
        >show all profiles</a
      >.
    </p>
  </div>`;
}

function renderCommand(origin: string): Html {
  return html`<pre data-copy><code>curl -i ${origin}/</code></pre>`;
}
