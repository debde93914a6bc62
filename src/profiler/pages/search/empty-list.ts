import { html } from '../../../core/errors/html.ts';
import type { Html } from '../../../core/errors/html.ts';
import type { PageRequest } from '../page-request.ts';
import type { SearchUrls } from './search-addresses.ts';
import type { SearchResults } from './search-results.ts';
import { formatDateTime } from '../../render/format.ts';

/** A list without rows says what to do next. */
export function renderEmptyList(
  { query, matched, hidden, lookedBackTo }: SearchResults,
  { context, links }: PageRequest,
  addresses: SearchUrls,
): Html {
  if (query.terms.length > 0 && lookedBackTo === undefined) {
    return html`<div class="empty">
      <h2>No profile matches</h2>
      <p>Every term must hold. Leave one out:</p>
      <ul>
        ${query.terms.map(
          ({ text = '…' }, index) =>
            html`<li>
              <a href="${addresses.withoutTerm(index)}">without <code>${text}</code></a>
            </li>`,
        )}
      </ul>
      <p>or <a href="${links.list()}">look at everything</a>.</p>
    </div>`;
  }
  if (Object.keys(hidden).length > 0) {
    return html`<div class="empty">
      <h2>Only health checks and probes so far</h2>
      <p>
        They are folded away. <a href="${addresses.withBackgroundRequests(true)}">Show them</a>, or send another
        request:
      </p>
      ${command(context.origin)}
    </div>`;
  }
  if (matched.count > 0)
    return html`<div class="empty">
      <h2>Nothing on this page</h2>
      <p><a href="${links.list()}">Begin at the first page</a>.</p>
    </div>`;
  if (lookedBackTo !== undefined) return nothingSoFar(lookedBackTo, addresses, links);
  return html`<div class="empty">
    <h2>Nothing recorded yet</h2>
    <p>Send a request to this host, and it shows up here:</p>
    ${command(context.origin)}
  </div>`;
}

// A search in bodies, logs or queries stops after a while; what is older has not been searched yet.
function nothingSoFar(lookedBackTo: number, addresses: SearchUrls, links: PageRequest['links']): Html {
  const next = addresses.next();
  return html`<div class="empty">
    <h2>No profile since ${formatDateTime(lookedBackTo)} matches</h2>
    <p>
      Older profiles have not been searched yet.
      ${next !== undefined && html`<a href="${next}">Search older profiles</a>, or `}<a href="${links.list()}"
        >look at everything</a
      >.
    </p>
  </div>`;
}

function command(origin: string): Html {
  return html`<pre data-copy><code>curl -i ${origin}/</code></pre>`;
}
