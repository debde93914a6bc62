import { span } from 'oriel-core/error-pages';
import type { HttpResponse } from 'oriel-core/http';
import { renderBlocksAsMarkdown, UNTRUSTED_NOTICE } from '../../render/blocks-markdown.ts';
import { getPathParameter, describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { createPageResponse } from '../representation.ts';
import type { Representation, Representations } from '../representation.ts';
import { SearchUrls } from './search-urls.ts';
import { respondInvalidSearch } from './invalid-search.ts';
import { renderSearchHtml } from './search-html.ts';
import { describeGap } from './recorder-gaps.ts';
import { describeLosses } from './describe-losses.ts';
import { toShownSummary } from '../../../profile/visitor.ts';
import { writeQueryParameters } from '../../../store/search/query-parameters.ts';
import { findSearchResults } from './search-results.ts';
import type { SearchResults } from './search-results.ts';
import {
  formatTimeOfDay,
  formatDuration,
  formatFindingCode,
  formatResultCount,
  formatStatusCode,
} from '../../render/format.ts';

/** Handles `/_profiler/{token}/search/results`, the list of profiles. The token is the newest match at the time of the search. */
export async function searchPage(request: PageRequest, suffix?: Representation): Promise<HttpResponse> {
  const results = await findSearchResults(request.pages.storage, request.parameters);
  if ('issues' in results) return respondInvalidSearch(results.issues, request, suffix, results.text);
  return createPageResponse(request, representResults(results, request), suffix);
}

function representResults(results: SearchResults, request: PageRequest): Representations {
  const { rows, matched, hidden, text, lookedBackTo, keepRules, gaps, overview, summary, suggestions } = results;
  const heading = formatResultCount(matched, rows.length);
  const urls = new SearchUrls(request.links, results, request.listPath);
  return {
    html: () => renderSearchHtml(results, request),
    json: () => ({
      title: 'Profile Search',
      heading,
      search: text,
      matched,
      shown: rows.length,
      hidden,
      lookedBackTo,
      keepRules,
      gaps,
      machines: overview?.machines,
      lost: overview?.lost,
      next: urls.next(),
      previous: urls.previous(),
      from: getPathParameter(request, 'token'),
      trouble: describeTrouble(request.pages),
      counts: summary.counts,
      applications: summary.applications,
      suggestions: suggestions.map(({ terms, count }) => ({
        search: writeQueryParameters({ ...results.query, terms }).get('q'),
        count,
      })),
      rows: rows.map((row) => ({
        ...toShownSummary(row),
        at: new Date(row.time).toISOString(),
        link: request.links.profile(row.token),
      })),
    }),
    md: () => {
      const table = renderBlocksAsMarkdown([
        {
          kind: 'table',
          columns: [
            'Status',
            'Method',
            'URL',
            'Application',
            'Duration',
            'Database',
            'Findings',
            'Time',
            'IP',
            'Token',
          ],
          rows: rows.map((row) => ({
            cells: [
              formatStatusCode(row.status),
              row.method,
              row.url,
              row.app,
              formatDuration(row.duration),
              `${row.dbCount}/${formatDuration(row.dbTime)}`,
              formatFlags(row),
              formatTimeOfDay(row.time),
              row.ip,
              row.token,
            ],
          })),
          empty: 'No results.',
        },
      ]);
      const next = urls.next();
      const rules = keepRules.map((rule) => `Not every profile is kept: ${span(rule)}\n\n`).join('');
      const losses = [...describeLosses(overview), ...gaps.map((gap) => `Before ${gap.token}, ${describeGap(gap)}`)]
        .map((loss) => `${span(loss)}\n\n`)
        .join('');
      return `# Profile Search\n\n${heading}\n\n${UNTRUSTED_NOTICE}\n\n${losses}${rules}${table}\n${next === undefined ? '' : `\nNext page: ${span(`${request.listPath === undefined ? request.context.path : ''}${next}`)}\n`}`;
    },
  };
}

function formatFlags({ findings, errors, warnings, exception }: SearchResults['rows'][number]): string {
  return [
    ...findings.map(formatFindingCode),
    ...(exception === undefined ? [] : [exception]),
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(warnings > 0 ? [`${warnings} warnings`] : []),
  ].join(', ');
}
