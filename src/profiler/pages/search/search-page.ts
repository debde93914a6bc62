import type { HttpResponse } from '../../../core/http/response.ts';
import { blocksMarkdown, UNTRUSTED } from '../../render/blocks-markdown.ts';
import { parameterOf, troubleOf } from '../page-request.ts';
import type { Visit } from '../page-request.ts';
import { represent, representationFor } from '../representation.ts';
import type { Representation, Twins } from '../representation.ts';
import { SearchAddresses } from './search-addresses.ts';
import { searchFailure } from './invalid-search.ts';
import { searchHtml } from './search-html.ts';
import { searchResults } from './search-results.ts';
import type { SearchResults } from './search-results.ts';
import { clockText, durationText, findingText, foundText } from '../../render/format.ts';

/** `/_profiler/{token}/search/results`: the list of what was recorded. The token says only where one came from. */
export function searchPage(visit: Visit, suffix?: Representation): HttpResponse {
  const as = representationFor(visit.context, suffix);
  const results = searchResults(visit.pages.storage, visit.parameters);
  if ('issues' in results) return represent(searchFailure(results, visit), as, 400);
  return represent(twinsOf(results, visit), as);
}

function twinsOf(results: SearchResults, visit: Visit): Twins {
  const { rows, matched, hidden, text, lookedBackTo } = results;
  const heading = foundText(matched, rows.length);
  const addresses = new SearchAddresses(visit.links, results, visit.listPath);
  return {
    html: (nonce) => searchHtml(results, visit, nonce),
    json: () => ({
      ...{ title: 'Profile Search', heading, search: text, matched, shown: rows.length, hidden, lookedBackTo },
      next: addresses.next(),
      previous: addresses.previous(),
      from: parameterOf(visit, 'token'),
      trouble: troubleOf(visit.pages),
      rows: rows.map((row) => ({ ...row, at: new Date(row.time).toISOString(), link: visit.links.profile(row.token) })),
    }),
    md: () => {
      const table = blocksMarkdown([
        {
          kind: 'table',
          columns: ['Status', 'IP', 'Method', 'URL', 'Duration', 'Database', 'Flags', 'Time', 'Token'],
          rows: rows.map((row) => ({
            cells: [
              row.status,
              row.ip,
              row.method,
              row.url,
              durationText(row.duration),
              `${row.dbCount}/${durationText(row.dbTime)}`,
              flagsOf(row),
              clockText(row.time),
              row.token,
            ],
          })),
          empty: 'Nothing matches.',
        },
      ]);
      const next = addresses.next();
      return `# Profile Search\n\n${heading}\n\n${UNTRUSTED}\n\n${table}\n${next === undefined ? '' : `\nNext page: \`${visit.listPath === undefined ? visit.context.path : ''}${next}\`\n`}`;
    },
  };
}

function flagsOf({ findings, errors, warnings, exception }: SearchResults['rows'][number]): string {
  return [
    ...findings.map(findingText),
    ...(exception === undefined ? [] : [exception]),
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(warnings > 0 ? [`${warnings} warnings`] : []),
  ].join(', ');
}
