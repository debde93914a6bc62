import { html } from 'oriel-core/errors';
import type { HttpResponse } from 'oriel-core/http';
import { FIELDS, FEATURES, nameOfField } from '../../../store/search/query-fields.ts';
import { SYNTAX_PAGE_STYLE } from '../assets/page-styles.ts';
import { LIST_LIMIT } from '../profiler-links.ts';
import type { PageRequest } from '../page-request.ts';
import { renderBlocksAsMarkdown } from '../../render/blocks-markdown.ts';
import { createPageResponse, negotiateRepresentation } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { getAlternateUrls } from './search-html.ts';
import { FINDING_CODES } from '../../../profile/finding-codes.ts';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import type { QueryField } from '../../../store/search/profile-query.ts';
import { quoteQueryValue } from '../../../store/search/query-language.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';

/**
 * Handles `/_profiler/search-syntax`: the fields of the search language, each with a linked example. The JSON has the values that
 * the search box proposes as well.
 */
export async function searchSyntaxPage(request: PageRequest, suffix?: Representation): Promise<HttpResponse> {
  const { context, pages, links, parameters } = request;
  const as = negotiateRepresentation(request, suffix);
  const completions = as === 'json' ? await listCompletions(pages.storage) : [];
  const search = (q: string): string => links.list(new URLSearchParams({ q, limit: LIST_LIMIT }));
  return createPageResponse(
    request,
    {
      html: () => ({
        title: TITLE,
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

/**
 * Returns the terms that the search box proposes: the fields, the values of fields with few values, and the applications, routes,
 * methods and exceptions of the newest profiles.
 */
async function listCompletions(storage: ProfileStorage): Promise<readonly string[]> {
  const { rows } = await storage.find({ ...DEFAULT_QUERY, limit: MAX_PROFILES });
  const recorded = (field: QueryField, read: (row: ProfileSummary) => string | undefined): string[] => {
    const values = new Set(rows.map((row) => read(row) ?? ''));
    return [...values]
      .filter((value) => value !== '' && value.length <= MAX_LENGTH)
      .slice(0, MAX_VALUES)
      .map((value) => `${nameOfField(field)}:${quoteQueryValue(value)}`);
  };
  return [
    ...FIELDS.map(({ name, kind }) => (kind === 'header' ? `${name}.` : `${name}:`)),
    'status:2xx',
    'status:3xx',
    'status:4xx',
    'status:5xx',
    'log:warning',
    'log:error',
    'dur:>1s',
    'since:5m',
    'since:1h',
    'since:today',
    ...FEATURES.map(({ name }) => `has:${name}`),
    ...FINDING_CODES.map((code) => `finding:${code}`),
    ...recorded('app', ({ app }) => app),
    ...recorded('method', ({ method }) => method),
    ...recorded('route', ({ route }) => route),
    ...recorded('exception', ({ exception }) => exception),
  ];
}

const MAX_PROFILES = 500;
const MAX_VALUES = 50;
const MAX_LENGTH = 100;
