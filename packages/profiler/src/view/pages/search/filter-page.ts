import { html, printableLine } from 'oriel-core/errors';
import { span } from 'oriel-core/error-pages';
import type { Html } from 'oriel-core/errors';
import type { HttpResponse } from 'oriel-core/http';
import { findComparableProfiles } from '../../compare/find-comparable-profiles.ts';
import { readQueryParameters, writeQueryParameters } from '../../../store/search/query-parameters.ts';
import { SYNTAX_PAGE_STYLE } from '../assets/page-styles.ts';
import { respondMissingProfile } from '../profile/missing-profile.ts';
import { findProfile } from '../profile/profile-page.ts';
import type { PageRequest } from '../page-request.ts';
import { renderBlocksAsMarkdown } from '../../render/blocks-markdown.ts';
import { createPageResponse } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { buildRowFilters } from './row-filters.ts';
import { renderRowActions, renderRowMenu } from './row-menu.ts';
import type { TermLinks } from './row-menu.ts';
import { SearchUrls } from './search-urls.ts';
import { respondInvalidSearch } from './invalid-search.ts';
import { getAlternateUrls } from './search-html.ts';

/**
 * Handles `/_profiler/filter?of=a1b2c3` with the parameters of a search: links that add a filter for each value of the
 * profile, or its negation. The script of the list shows the same links in the menu of a row.
 */
export async function filterPage(request: PageRequest, suffix?: Representation): Promise<HttpResponse> {
  const { context, pages, links, parameters } = request;
  const token = parameters.get('of') ?? '';
  const profile = await findProfile(request, token);
  if (!profile) return await respondMissingProfile(request, token, suffix);
  const read = readQueryParameters(parameters);
  if ('issues' in read) return respondInvalidSearch(read.issues, request, suffix);
  const { query } = read;
  const { summary } = profile;
  const comparable = await findComparableProfiles(pages.storage, summary);
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
    request,
    {
      json: () => ({
        title: TITLE,
        of: summary.token,
        search: text,
        comparable,
        ...(parameters.get('html') === '1' && { html: renderRowMenu(profile, comparable, values, request).toString() }),
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
      html: () => ({
        title: TITLE,
        style: SYNTAX_PAGE_STYLE,
        search: text,
        limit: query.limit,
        alternates: getAlternateUrls(context.path, links.query(parameters)),
        content: html`<div class="syntax by">
          <h1>${TITLE}</h1>
          <p>
            <a href="${links.profile(summary.token)}"><code>${summary.token}</code></a>
            ${printableLine(summary.method, 20)} ${printableLine(summary.url, 300)}
          </p>
          ${renderRowActions(profile, comparable, request)}
          ${values.map(
            ({ name, terms }) =>
              html`<h2>${name}</h2>
                ${renderTerms(terms)}`,
          )}
          <p><a href="${`${links.listPath}${urls.current()}`}">Back to the results</a></p>
        </div>`,
      }),
    },
    suffix,
  );
}

const TITLE = 'Filter by this request';

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
