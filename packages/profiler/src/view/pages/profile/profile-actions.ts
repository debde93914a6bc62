import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnsupportedMediaTypeError,
} from 'oriel-core/http';
import type { HttpResponse } from 'oriel-core/http';
import type { Profile } from '../../../profile/profile.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import type { ProfileQuery } from '../../../store/search/profile-query.ts';
import { readQueryParameters } from '../../../store/search/query-parameters.ts';
import type { ProfileStorage } from '../../../store/profile-storage.ts';
import { getPathParameter } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { redirect } from '../representation.ts';

/** Pins a profile with an optional note. Pinned profiles are never removed automatically. */
export async function pin(request: PageRequest): Promise<HttpResponse> {
  const form = await readProfilerForm(request);
  const { token } = await requireProfile(request);
  const note = form.get('note')?.trim().slice(0, MAX_NOTE_LENGTH);
  if (!(await request.pages.storage.pin(token, note === '' ? undefined : note))) {
    throw new ConflictError(
      'Cannot pin the profile: pinned profiles may use at most a fifth of the store. Unpin one first',
    );
  }
  return redirect(request.links.profile(token), 303);
}

/** Unpins a profile. */
export async function unpin(request: PageRequest): Promise<HttpResponse> {
  await readProfilerForm(request);
  const { token } = await requireProfile(request);
  await request.pages.storage.unpin(token);
  return redirect(request.links.profile(token), 303);
}

/**
 * Deletes the profiles that match the search of the form, or all without a search. Pinned profiles are kept.
 * @throws {BadRequestError} if the search is invalid
 */
export async function deleteProfiles(request: PageRequest): Promise<HttpResponse> {
  const form = await readProfilerForm(request);
  const { storage } = request.pages;
  const read = readQueryParameters(new URLSearchParams({ q: form.get('q') ?? '' }));
  // An invalid search must not delete more than was meant.
  if ('issues' in read) throw new BadRequestError(`Invalid search: ${read.issues[0]?.message ?? ''}`);
  const { terms } = read.query;
  if (terms.length === 0) await storage.clear();
  else await removeMatching(storage, terms);
  return redirect(request.links.list(), 303);
}

async function removeMatching(storage: ProfileStorage, terms: ProfileQuery['terms']): Promise<void> {
  let cursor: string | undefined;
  do {
    const { rows, next } = await storage.find({ ...DEFAULT_QUERY, terms, limit: MAX_REMOVED, cursor });
    await storage.remove(rows.map(({ token }) => token));
    cursor = next;
  } while (cursor !== undefined);
}

const MAX_REMOVED = 1_000;

const MAX_NOTE_LENGTH = 500;
const MAX_FORM_BYTES = 8_192;

/**
 * Returns the token in the path and its profile.
 * @throws {NotFoundError} if there is no such profile
 */
export async function requireProfile(
  request: PageRequest,
): Promise<{ readonly token: string; readonly profile: Profile }> {
  const token = getPathParameter(request, 'token');
  const profile = /^[0-9a-f]{6}$/.test(token) ? await request.pages.storage.read(token) : undefined;
  if (!profile) throw new NotFoundError(`Token "${token.slice(0, 60)}" not found`);
  return { token, profile };
}

/**
 * Reads a form that was sent from the profiler's own pages (CSRF protection).
 * @throws {ForbiddenError} if the form was sent from another site or has no valid form token
 */
export async function readProfilerForm(
  { context, payload, admission, pages }: PageRequest,
  maxBytes = MAX_FORM_BYTES,
): Promise<URLSearchParams> {
  const { headers, origin } = context;
  const site = headers.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin')
    throw new ForbiddenError(`The form must be sent from the profiler's own pages; Sec-Fetch-Site is "${site}"`);
  const from = headers.get('origin');
  // With the policy no-referrer, browsers send "null" for the profiler's own forms. The form token is validated below.
  if (from !== undefined && from !== 'null' && from !== origin)
    throw new ForbiddenError(
      `The form must be sent from the profiler's own pages; its origin is ${from.slice(0, 100)}`,
    );
  if (payload.present && !/^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '')) {
    throw new UnsupportedMediaTypeError('The request body must be a form (application/x-www-form-urlencoded)');
  }
  if ((payload.length ?? 0) > maxBytes)
    throw new BadRequestError(`The form is too large; the maximum is ${maxBytes} bytes`);
  const form = new URLSearchParams(payload.present ? await payload.text() : '');
  // Other pages cannot make a browser send the key in a header.
  if (!admission.hasKeyInHeader && !pages.access.isFormToken(form.get('form') ?? '')) {
    throw new ForbiddenError(
      'Invalid form token; the host may have restarted. Reload the page and submit the form again',
    );
  }
  return form;
}
