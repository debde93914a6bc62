import type { HttpResponse } from '../../../core/http/response.ts';
import { renderBlocksAsMarkdown, UNTRUSTED_NOTICE } from '../../render/blocks-markdown.ts';
import { getPathParameter, describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { createPageResponse, negotiateRepresentation } from '../representation.ts';
import type { Representation, Representations } from '../representation.ts';
import { SearchUrls } from './search-addresses.ts';
import { representInvalidSearch } from './invalid-search.ts';
import { renderSearchHtml } from './search-html.ts';
import { findSearchResults } from './search-results.ts';
import type { SearchResults } from './search-results.ts';
import { formatTimeOfDay, formatDuration, formatFindingCode, formatResultCount } from '../../render/format.ts';

/** `/_profiler/{token}/search/results`: the list of what was recorded. The token says only where one came from. */
export function searchPage(visit: PageRequest, suffix?: Representation): HttpResponse {
  const as = negotiateRepresentation(visit.context, suffix);
  const results = findSearchResults(visit.pages.storage, visit.parameters);
  if ('issues' in results) return createPageResponse(representInvalidSearch(results, visit), as, 400);
  return createPageResponse(twinsOf(results, visit), as);
}

function twinsOf(results: SearchResults, visit: PageRequest): Representations {
  const { rows, matched, hidden, text, lookedBackTo } = results;
  const heading = formatResultCount(matched, rows.length);
  const addresses = new SearchUrls(visit.links, results, visit.listPath);
  return {
    html: (nonce) => renderSearchHtml(results, visit, nonce),
    json: () => ({
      ...{ title: 'Profile Search', heading, search: text, matched, shown: rows.length, hidden, lookedBackTo },
      next: addresses.next(),
      previous: addresses.previous(),
      from: getPathParameter(visit, 'token'),
      trouble: describeTrouble(visit.pages),
      rows: rows.map((row) => ({ ...row, at: new Date(row.time).toISOString(), link: visit.links.profile(row.token) })),
    }),
    md: () => {
      const table = renderBlocksAsMarkdown([
        {
          kind: 'table',
          columns: ['Status', 'IP', 'Method', 'URL', 'Duration', 'Database', 'Flags', 'Time', 'Token'],
          rows: rows.map((row) => ({
            cells: [
              row.status,
              row.ip,
              row.method,
              row.url,
              formatDuration(row.duration),
              `${row.dbCount}/${formatDuration(row.dbTime)}`,
              flagsOf(row),
              formatTimeOfDay(row.time),
              row.token,
            ],
          })),
          empty: 'Nothing matches.',
        },
      ]);
      const next = addresses.next();
      return `# Profile Search\n\n${heading}\n\n${UNTRUSTED_NOTICE}\n\n${table}\n${next === undefined ? '' : `\nNext page: \`${visit.listPath === undefined ? visit.context.path : ''}${next}\`\n`}`;
    },
  };
}

function flagsOf({ findings, errors, warnings, exception }: SearchResults['rows'][number]): string {
  return [
    ...findings.map(formatFindingCode),
    ...(exception === undefined ? [] : [exception]),
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(warnings > 0 ? [`${warnings} warnings`] : []),
  ].join(', ');
}
