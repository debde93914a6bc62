import { html, printableLine } from 'oriel-core/errors';
import { span } from 'oriel-core/error-pages';
import type { Html } from 'oriel-core/errors';
import type { HttpResponse } from 'oriel-core/http';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { readQueryParameters, writeQueryParameters } from '../../../store/search/query-parameters.ts';
import { readUrl } from './row-url.ts';
import { SYNTAX_PAGE_STYLE } from '../assets/page-styles.ts';
import { representMissingProfile } from '../profile/missing-profile.ts';
import { renderPage } from '../page-layout.ts';
import { findAdjacentProfiles } from '../profile/related-profiles.ts';
import { findProfile } from '../profile/profile-page.ts';
import type { PageRequest } from '../page-request.ts';
import { renderBlocksAsMarkdown } from '../../render/blocks-markdown.ts';
import { createPageResponse, negotiateRepresentation } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { buildRowFilters } from './row-filters.ts';
import { SearchUrls } from './search-urls.ts';
import { representInvalidSearch } from './invalid-search.ts';
import { getAlternateUrls } from './search-html.ts';

/**
 * Handles `/_profiler/filter?of=a1b2c3` with the parameters of a search: links that add a filter for each value of the
 * profile, or its negation. The script of the list shows the same links in the menu of a row.
 */
export async function filterPage(request: PageRequest, suffix?: Representation): Promise<HttpResponse> {
  const { context, pages, links, parameters } = request;
  const as = negotiateRepresentation(context, suffix);
  const token = parameters.get('of') ?? '';
  const profile = await findProfile(request, token);
  if (!profile) return createPageResponse(await representMissingProfile(request, token), as, 404);
  const read = readQueryParameters(parameters);
  if ('issues' in read) return createPageResponse(representInvalidSearch(read.issues, request), as, 400);
  const { query } = read;
  const { summary } = profile;
  const { older } = await findAdjacentProfiles(pages.storage, summary);
  const text = writeQueryParameters({ ...query, cursor: undefined }).get('q') ?? '';
  const showsBackgroundRequests = parameters.get('background') === 'show';
  const urls = new SearchUrls(links, {
    query,
    text,
    showsBackgroundRequests,
    previous: undefined,
    next: undefined,
  });
  const to = (term: string): string => `${links.listPath}${urls.withTerm(term)}`;
  // Omits terms that the search already has.
  const existing = new Set(query.terms.map((term) => term.text));
  const values = buildRowFilters(profile)
    .map(({ terms, ...value }) => ({
      ...value,
      terms: terms
        .filter((term) => !existing.has(term.text))
        .map((term) => ({
          ...term,
          only: to(term.text),
          without: term.negated === undefined ? undefined : to(term.negated),
        })),
    }))
    .filter(({ terms }) => terms.length > 0);
  return createPageResponse(
    {
      json: () => ({
        title: TITLE,
        of: summary.token,
        search: text,
        ...(parameters.get('html') === '1' && { html: renderRowMenu(summary, values, links, older).toString() }),
        values: values.map(({ terms, ...value }) => ({
          ...value,
          terms: terms.map(({ text: term, help, only, without }) => ({ term, help, only, without })),
        })),
      }),
      md: () => {
        const rows = values.flatMap(({ name, terms }) =>
          terms.map(({ text: term, help }) => ({ cells: [name, { text: term, mono: true }, help] })),
        );
        const table = renderBlocksAsMarkdown([{ kind: 'table', columns: ['Value', 'Term', 'Finds requests'], rows }]);
        return `# ${TITLE}\n\n${span(`${summary.method} ${summary.url}`)}\n\n${table}\n`;
      },
      html: (nonce) =>
        renderPage({
          ...{
            title: TITLE,
            host: pages.title,
            links,
            nonce,
            style: SYNTAX_PAGE_STYLE,
            search: text,
            limit: query.limit,
          },
          alternates: getAlternateUrls(context.path, links.query(parameters)),
          content: html`<div class="syntax by">
            <h1>${TITLE}</h1>
            <p>
              <a href="${links.profile(summary.token)}"><code>${summary.token}</code></a>
              ${printableLine(summary.method, 20)} ${printableLine(summary.url, 300)}
            </p>
            ${values.map(
              ({ name, terms }) =>
                html`<h2>${name}</h2>
                  ${renderTerms(terms)}`,
            )}
            <p><a href="${`${links.listPath}${urls.current()}`}">Back to the results</a></p>
          </div>`,
        }),
    },
    as,
  );
}

const TITLE = 'Filter by this request';

interface TermLinks {
  readonly text: string;
  readonly help: string;
  readonly only: string;
  readonly without: string | undefined;
}

interface ValueLinks {
  readonly name: string;
  readonly terms: readonly TermLinks[];
}

/**
 * Renders the menu of a row: a filter for each value and its negation, the request as a command, and its comparison.
 * @param older the token of the previous request of the route
 */
function renderRowMenu(
  { token, method, url }: ProfileSummary,
  values: readonly ValueLinks[],
  links: PageRequest['links'],
  older: string | undefined,
): Html {
  return html`<h2>${printableLine(method, 20)} ${readUrl(url).path.slice(0, 80)}</h2>
    <p>
      Copy as
      ${COMMANDS.map(([format, label]) => html`<a href="${links.to(`/${token}/export/${format}`)}" data-copy-link>${label}</a> `)}
    </p>
    ${
      older !== undefined &&
      html`<p><a href="${links.comparison(older, token)}">Compare with the previous of this route</a></p>`
    }
    <dl>
      ${values.map(
        ({ name, terms }) =>
          html`<dt>${name}</dt>
            <dd>
              ${terms.map(({ text, help, only, without }) => {
                const label = printableLine(text, 300);
                return html`<span
                  ><a href="${only}" title="Requests ${help}">${label}</a
                  >${without !== undefined && html`<a href="${without}" title="Exclude requests ${help}" aria-label="not ${label}">not</a>`}</span
                > `;
              })}
            </dd>`,
      )}
    </dl>`;
}

const COMMANDS = [
  ['curl', 'cURL'],
  ['fetch', 'fetch'],
  ['httpie', 'HTTPie'],
] as const;

function renderTerms(terms: readonly TermLinks[]): Html {
  return html`<dl>
    ${terms.map(
      ({ text, help, only, without }) =>
        html`<div>
          <dt>
            <a href="${only}"><code>${printableLine(text, 300)}</code></a>
            ${without !== undefined && html`<a href="${without}">not<span class="sr"> ${printableLine(text, 300)}</span></a>`}
          </dt>
          <dd>${help}</dd>
        </div>`,
    )}
  </dl>`;
}
