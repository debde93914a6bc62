import { html } from '../../../core/errors/html.ts';
import type { Html } from '../../../core/errors/html.ts';
import type { ParameterIssue } from '../../search/query-parameters.ts';
import { ISSUE_PAGE_STYLE } from '../assets/page-styles.ts';
import { renderPage } from '../page-layout.ts';
import { renderSearchTools } from './search-filters.ts';
import type { InvalidSearch } from './search-results.ts';
import type { PageRequest } from '../page-request.ts';
import type { Representations } from '../representation.ts';

/** The answer to a search that cannot be read: what is wrong, where, and what could stand there instead. */
export function representInvalidSearch({ text, issues }: InvalidSearch, visit: PageRequest): Representations {
  const { links, pages } = visit;
  return {
    html: (nonce) =>
      renderPage({
        ...{ title: 'Profile Search', host: pages.title, links, nonce, style: ISSUE_PAGE_STYLE, search: text },
        content: html`<div class="head">
            <h1>Profile Search</h1>
            <p class="found">This search cannot be read</p>
          </div>
          ${renderSearchTools(visit, { query: { terms: [], sort: { by: 'time', descending: true }, limit: 10, cursor: undefined } })}
          <div class="issues">${issues.map((issue) => issueHtml(issue, text, visit))}</div>`,
      }),
    json: () => ({
      type: '/problems/profile-search',
      title: 'Bad Request',
      status: 400,
      detail: issues.map(sentence).join('; '),
      errors: issues,
    }),
    md: () =>
      `# Profile Search\n\nThis search cannot be read:\n\n${issues.map((issue) => `- ${sentence(issue).replace(/[`<>[\]*_|\\]/g, '\\$&')}`).join('\n')}\n`,
  };
}

function sentence({ parameter, column, message, suggestion }: ParameterIssue): string {
  const place = parameter === 'q' ? `column ${column}` : parameter;
  return `${place}: ${message}${suggestion === undefined ? '' : `. Did you mean ${suggestion}?`}`;
}

function issueHtml(
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
  const [before, wrong, after] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
  const mended = suggestion !== undefined && new URLSearchParams({ q: before + suggestion + after, limit: '10' });
  return html`<section class="issue">
    <pre><code>${before}<mark>${wrong || ' '}</mark>${after}</code>
<span aria-hidden="true">${' '.repeat(from)}${'^'.repeat(Math.min(Math.max(1, length), 80))}</span></pre>
    <p>
      Column ${column}:
      ${message}.${
        mended &&
        html` Did you mean <a href="${links.list(mended)}"><code>${suggestion}</code></a
          >?`
      }
    </p>
  </section>`;
}
