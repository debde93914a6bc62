import { BadRequestError } from 'oriel-core/http';
import type { HttpResponse } from 'oriel-core/http';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import { readQueryParameters, writeQueryParameters } from '../../../store/search/query-parameters.ts';
import type { PageRequest } from '../page-request.ts';
import { LIST_LIMIT } from '../profiler-links.ts';
import { redirect } from '../representation.ts';
import { searchPage } from './search-page.ts';
import { findSearchResults } from './search-results.ts';

/**
 * Handles `/_profiler/search`, the forms of the list. Redirects to the list, to the profile whose token was entered, or to
 * the page of filters for a row. Of two parameters with the same name the first counts, which is that of the button.
 *
 * @throws {BadRequestError} if the form is larger than 64 KB
 */
export async function searchForm(request: PageRequest): Promise<HttpResponse> {
  const { pages, links } = request;
  const parameters = await readForm(request);
  const token = parameters.get('token')?.trim() ?? '';
  if (token !== '') return redirect(links.profile(token.toLowerCase()));
  const text = parameters.get('q')?.trim() ?? '';
  // A token entered in the search box opens its profile.
  if (/^[0-9a-f]{6}$/i.test(text) && (await pages.storage.read(text.toLowerCase())))
    return redirect(links.profile(text.toLowerCase()));
  const search = readSearchParameters(parameters);
  const of = parameters.get('of');
  if (of) return redirect(links.to('/filter', new URLSearchParams([...search, ['of', of]])));
  const results = await findSearchResults(pages.storage, search);
  const location = links.list(search, 'issues' in results ? 'empty' : (results.rows[0]?.token ?? 'empty'));
  if (location.length <= MAX_LOCATION_LENGTH) return redirect(location, request.context.method === 'POST' ? 303 : 302);
  // Proxies may reject so long a Location header, so the list itself is the response. Its links need the path of the list.
  return searchPage({ ...request, parameters: search, listPath: links.listPath });
}

// Common proxies accept response headers of up to 4 KB.
const MAX_LOCATION_LENGTH = 3_000;
const MAX_FORM_BYTES = 65_536;

async function readForm({ context, payload, parameters }: PageRequest): Promise<URLSearchParams> {
  if (context.method !== 'POST') return parameters;
  const form = payload.present ? await payload.text() : '';
  if (form.length > MAX_FORM_BYTES)
    throw new BadRequestError(`The search form has ${form.length} bytes; the maximum is ${MAX_FORM_BYTES}`);
  return new URLSearchParams(form);
}

function readSearchParameters(parameters: URLSearchParams): URLSearchParams {
  const wanted = new URLSearchParams();
  for (const [name, value] of parameters)
    if (SEARCH_PARAMETERS.has(name) && value !== '' && !wanted.has(name)) wanted.set(name, value);
  if (!wanted.has('limit')) wanted.set('limit', LIST_LIMIT);
  const without = parameters.get('without');
  if (without === null) return wanted;
  const read = readQueryParameters(wanted);
  if ('issues' in read) return wanted;
  const terms = read.query.terms.filter((_, index) => String(index) !== without);
  wanted.delete('q');
  return new URLSearchParams([...writeQueryParameters({ ...DEFAULT_QUERY, terms }), ...wanted]);
}

const SEARCH_PARAMETERS = new Set([
  'q',
  'ip',
  'method',
  'status_code',
  'url',
  'start',
  'end',
  'limit',
  'type',
  'sort',
  'background',
]);
