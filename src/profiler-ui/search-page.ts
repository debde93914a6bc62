import type { HttpResponse } from '../http/index.ts';
import { DEFAULT_QUERY, readQueryParameters, writeQueryParameters } from '../profiler/index.ts';
import { blocksMarkdown, UNTRUSTED } from './render/blocks-markdown.ts';
import { parameterOf, troubleOf } from './profiler-pages.ts';
import type { Visit } from './profiler-pages.ts';
import { redirectTo, represent, representationFor } from './representation.ts';
import type { Representation, Twins } from './representation.ts';
import { SearchAddresses } from './search-addresses.ts';
import { searchFailure } from './search-failure.ts';
import { searchHtml } from './search-html.ts';
import { searchResults } from './search-results.ts';
import type { SearchResults } from './search-results.ts';
import { clockText, durationText, findingText, foundText } from './words.ts';

/** `/_profiler/{token}/search/results`: the list of what was recorded. The token says only where one came from. */
export function searchPage(visit: Visit, suffix?: Representation): HttpResponse {
  const as = representationFor(visit.context, suffix);
  const results = searchResults(visit.pages.storage, visit.parameters);
  if ('issues' in results) return represent(searchFailure(results, visit), as, 400);
  return represent(twinsOf(results, visit), as);
}

/**
 * `/_profiler/search`: where the forms lead, and then on to the list, to the one profile that was named, or to what filters
 * by one. Where a parameter is told twice the first counts, which is the button's.
 */
export function searchRedirect({ parameters, pages, links }: Visit): HttpResponse {
  const token = parameters.get('token')?.trim() ?? '';
  if (token !== '') return redirectTo(links.profile(token.toLowerCase()));
  const words = parameters.get('q')?.trim() ?? '';
  // Whoever pastes a token into the search box wants that profile.
  if (/^[0-9a-f]{6}$/i.test(words) && pages.storage.read(words.toLowerCase()))
    return redirectTo(links.profile(words.toLowerCase()));
  const wanted = wantedOf(parameters);
  const of = parameters.get('of');
  if (of) return redirectTo(links.to('/filter', new URLSearchParams([...wanted, ['of', of]])));
  const results = searchResults(pages.storage, wanted);
  return redirectTo(links.list(wanted, 'issues' in results ? 'empty' : (results.rows[0]?.token ?? 'empty')));
}

function wantedOf(parameters: URLSearchParams): URLSearchParams {
  const wanted = new URLSearchParams();
  for (const [name, value] of parameters)
    if (KEPT.has(name) && value !== '' && !wanted.has(name)) wanted.set(name, value);
  if (!wanted.has('limit')) wanted.set('limit', '10');
  const without = parameters.get('without');
  if (without === null) return wanted;
  const read = readQueryParameters(wanted);
  if ('issues' in read) return wanted;
  const terms = read.query.terms.filter((_, at) => String(at) !== without);
  wanted.delete('q');
  return new URLSearchParams([...writeQueryParameters({ ...DEFAULT_QUERY, terms }), ...wanted]);
}

const KEPT = new Set(['q', 'ip', 'method', 'status_code', 'url', 'start', 'end', 'limit', 'type', 'sort', 'noise']);

function twinsOf(results: SearchResults, visit: Visit): Twins {
  const { rows, matched, hidden, text, lookedBackTo } = results;
  const heading = foundText(matched, rows.length);
  const addresses = new SearchAddresses(visit.links, results);
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
      return `# Profile Search\n\n${heading}\n\n${UNTRUSTED}\n\n${table}\n${next === undefined ? '' : `\nNext page: \`${visit.context.path}${next}\`\n`}`;
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
