import { BadRequestError } from '../../../core/http/errors.ts';
import type { HttpResponse } from '../../../core/http/response.ts';
import { DEFAULT_QUERY } from '../../search/profile-query.ts';
import { readQueryParameters, writeQueryParameters } from '../../search/query-parameters.ts';
import type { PageRequest } from '../page-request.ts';
import { redirect } from '../representation.ts';
import { searchPage } from './search-page.ts';
import { findSearchResults } from './search-results.ts';

/**
 * Answers the forms of the list at `/_profiler/search` with a redirect: to the list, to the profile that was named, or to the page
 * that filters by one. The first of two parameters of the same name counts, which is the button's.
 *
 * @throws {BadRequestError} when a form is larger than 64 KB
 */
export async function searchForm(visit: PageRequest): Promise<HttpResponse> {
  const { pages, links } = visit;
  const parameters = await parametersOf(visit);
  const token = parameters.get('token')?.trim() ?? '';
  if (token !== '') return redirect(links.profile(token.toLowerCase()));
  const words = parameters.get('q')?.trim() ?? '';
  // A token in the search box opens its profile.
  if (/^[0-9a-f]{6}$/i.test(words) && pages.storage.read(words.toLowerCase()))
    return redirect(links.profile(words.toLowerCase()));
  const wanted = wantedOf(parameters);
  const of = parameters.get('of');
  if (of) return redirect(links.to('/filter', new URLSearchParams([...wanted, ['of', of]])));
  const results = findSearchResults(pages.storage, wanted);
  const location = links.list(wanted, 'issues' in results ? 'empty' : (results.rows[0]?.token ?? 'empty'));
  if (location.length <= LONGEST_LOCATION) return redirect(location, visit.context.method === 'POST' ? 303 : 302);
  // A redirect would not pass a proxy, so the list is the answer itself, with the path of the list for its links.
  return searchPage({ ...visit, parameters: wanted, listPath: '/_profiler/empty/search/results' });
}

// Response headers of at most 4 KB pass every proxy.
const LONGEST_LOCATION = 3_000;
const LONGEST_FORM = 65_536;

async function parametersOf({ context, payload, parameters }: PageRequest): Promise<URLSearchParams> {
  if (context.method !== 'POST') return parameters;
  const form = payload.present ? await payload.text() : '';
  if (form.length > LONGEST_FORM)
    throw new BadRequestError(`A search form has at most ${LONGEST_FORM} bytes; this one has ${form.length}`);
  return new URLSearchParams(form);
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
