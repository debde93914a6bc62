import { html } from 'oriel-core/errors';
import { span } from 'oriel-core/error-pages';
import type { Html } from 'oriel-core/errors';
import type { HttpResponse } from 'oriel-core/http';
import type { ParameterIssue } from '../../../store/search/query-parameters.ts';
import { ISSUE_PAGE_STYLE } from '../assets/page-styles.ts';
import { renderSearchTools } from './search-filters.ts';
import { LIST_LIMIT } from '../profiler-links.ts';
import type { PageRequest } from '../page-request.ts';
import { createPageResponse } from '../representation.ts';
import type { Representation, Representations } from '../representation.ts';

/**
 * Returns the response to an invalid search: each issue with its position and a suggestion.
 * @param text the search that the page shows
 */
export function respondInvalidSearch(
  issues: readonly ParameterIssue[],
  request: PageRequest,
  suffix?: Representation,
  text = request.parameters.get('q') ?? '',
): HttpResponse {
  const page: Representations = {
    html: () => ({
      title: 'Profile Search',
      style: ISSUE_PAGE_STYLE,
      search: text,
      content: html`<div class="head">
          <h1>Profile Search</h1>
          <p class="found">Invalid search</p>
        </div>
        ${renderSearchTools(request)}
        <div class="issues">${issues.map((issue) => renderIssue(issue, text, request))}</div>`,
    }),
    json: () => ({
      type: '/problems/profile-search',
      title: 'Bad Request',
      status: 400,
      detail: issues.map(formatIssue).join('; '),
      errors: issues,
    }),
    md: () =>
      `# Profile Search\n\nInvalid search:\n\n${issues.map((issue) => `- ${span(formatIssue(issue))}`).join('\n')}\n`,
  };
  return createPageResponse(request, page, suffix, 400);
}

function formatIssue({ parameter, column, message, suggestion }: ParameterIssue): string {
  const position = parameter === 'q' ? `column ${column}` : parameter;
  return `${position}: ${message}${suggestion === undefined ? '' : `. Did you mean ${suggestion}?`}`;
}

function renderIssue(
  { parameter, column, length, message, suggestion }: ParameterIssue,
  text: string,
  { links }: PageRequest,
): Html {
  if (parameter !== 'q')
    return html`<section class="issue">
      <p>
        <code>${parameter}</code>:
        ${message}${suggestion !== undefined && html`. Did you mean <code>${suggestion}</code>?`}
      </p>
    </section>`;
  const from = column - 1;
  const [before, invalid, after] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
  const correctedSearch =
    suggestion !== undefined && new URLSearchParams({ q: before + suggestion + after, limit: LIST_LIMIT });
  return html`<section class="issue">
    <pre><code>${before}<mark>${invalid || ' '}</mark>${after}</code>
<span aria-hidden="true">${' '.repeat(from)}${'^'.repeat(Math.min(Math.max(1, length), 80))}</span></pre>
    <p>
      Column ${column}:
      ${message}.${
        correctedSearch &&
        html` Did you mean <a href="${links.list(correctedSearch)}"><code>${suggestion}</code></a
          >?`
      }
    </p>
  </section>`;
}
