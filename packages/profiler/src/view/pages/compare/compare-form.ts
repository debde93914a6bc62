import { BadRequestError } from 'oriel-core/http';
import type { HttpResponse } from 'oriel-core/http';
import type { ProfileSummary } from '../../../profile/profile.ts';
import { respondMissingProfile } from '../profile/missing-profile.ts';
import type { PageRequest } from '../page-request.ts';
import { redirect } from '../representation.ts';

/**
 * Handles `/_profiler/compare?with=a1b2c3&with=d4e5f6`, the rows that are ticked in the list. Redirects to the comparison of the older
 * with the newer one.
 *
 * @throws {BadRequestError} if there are not exactly two tokens
 */
export async function compareForm(request: PageRequest): Promise<HttpResponse> {
  const { parameters, pages, links } = request;
  const tokens = [...new Set(parameters.getAll('with'))];
  if (tokens.length !== 2)
    throw new BadRequestError(`${tokens.length} requests are ticked; tick two requests of the list to compare them`);
  const found: ProfileSummary[] = [];
  for (const token of tokens) {
    const profile = /^[0-9a-f]{6}$/.test(token) ? await pages.storage.read(token) : undefined;
    if (profile === undefined) return await respondMissingProfile(request, token);
    found.push(profile.summary);
  }
  const [older, newer] = found.toSorted((one, other) => one.time - other.time);
  return redirect(links.comparison(older!.token, newer!.token), 303);
}
