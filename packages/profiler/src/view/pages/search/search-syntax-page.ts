import { html } from 'oriel-core/errors';
import type { HttpResponse } from 'oriel-core/http';
import { FIELDS } from '../../../store/search/query-fields.ts';
import { SYNTAX_PAGE_STYLE } from '../assets/page-styles.ts';
import { renderPage } from '../page-layout.ts';
import { LIST_LIMIT } from '../profiler-links.ts';
import type { PageRequest } from '../page-request.ts';
import { renderBlocksAsMarkdown } from '../../render/blocks-markdown.ts';
import { createPageResponse, negotiateRepresentation } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { listCompletions } from './list-completions.ts';
import { getAlternateUrls } from './search-html.ts';

/**
 * Handles `/_profiler/search-syntax`: the fields of the search language, each with a linked example. The JSON has the values that
 * the search box proposes as well.
 */
export async function searchSyntaxPage(
  { context, pages, links, parameters }: PageRequest,
  suffix?: Representation,
): Promise<HttpResponse> {
  const as = negotiateRepresentation(context, suffix);
  const completions = as === 'json' ? await listCompletions(pages.storage) : [];
  const search = (q: string): string => links.list(new URLSearchParams({ q, limit: LIST_LIMIT }));
  return createPageResponse(
    {
      html: (nonce) =>
        renderPage({
          title: TITLE,
          host: pages.title,
          links,
          nonce,
          style: SYNTAX_PAGE_STYLE,
          alternates: getAlternateUrls(context.path, links.query(parameters)),
          content: html`<div class="syntax">
            <h1>${TITLE}</h1>
            <p>
              A profile must match all terms of a search. A leading minus negates a term:
              <a href="${search('-path:/health')}"><code>-path:/health</code></a>
            </p>
            <dl>
              ${FIELDS.map(
                ({ example, help }) =>
                  html`<div>
                    <dt>
                      <a href="${search(example)}"><code>${example}</code></a>
                    </dt>
                    <dd>${help}</dd>
                  </div>`,
              )}
            </dl>
          </div>`,
        }),
      json: () => ({ title: TITLE, fields: FIELDS.map(({ example, help }) => ({ example, help })), completions }),
      md: () => {
        const rows = FIELDS.map(({ example, help }) => ({ cells: [{ text: example, mono: true }, help] }));
        return `# ${TITLE}\n\n${renderBlocksAsMarkdown([{ kind: 'table', columns: ['Example', 'Finds profiles by'], rows }])}\n`;
      },
    },
    as,
  );
}

const TITLE = 'Search syntax';
