import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnsupportedMediaTypeError,
} from '../../../core/http/errors.ts';
import type { HttpResponse } from '../../../core/http/response.ts';
import { getPathParameter } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { redirect } from '../representation.ts';

/** Keeps a profile from being removed, with a note that says why. */
export async function pin(visit: PageRequest): Promise<HttpResponse> {
  const form = await readProfilerForm(visit);
  const token = requireToken(visit);
  const note = form.get('note')?.trim().slice(0, LONGEST_NOTE);
  if (!visit.pages.storage.pin(token, note === '' ? undefined : note)) {
    throw new ConflictError(
      'There is no room for another pin: pinned profiles may take a fifth of the store. Unpin one first',
    );
  }
  return redirect(visit.links.profile(token), 303);
}

/** Lets it go again. */
export async function unpin(visit: PageRequest): Promise<HttpResponse> {
  await readProfilerForm(visit);
  const token = requireToken(visit);
  visit.pages.storage.unpin(token);
  return redirect(visit.links.profile(token), 303);
}

/** Removes everything that is not pinned. */
export async function deleteProfiles(visit: PageRequest): Promise<HttpResponse> {
  await readProfilerForm(visit);
  visit.pages.storage.clear();
  return redirect(visit.links.list(), 303);
}

const LONGEST_NOTE = 500;
const LONGEST_FORM = 8_192;

/**
 * The token of the address, when there is such a profile.
 * @throws {NotFoundError} when there is none
 */
export function requireToken(visit: PageRequest): string {
  const token = getPathParameter(visit, 'token');
  if (!/^[0-9a-f]{6}$/.test(token) || !visit.pages.storage.read(token))
    throw new NotFoundError(`Token "${token.slice(0, 60)}" not found`);
  return token;
}

/**
 * The form, when these pages have drawn it and nobody else has sent it.
 * @throws {ForbiddenError} for a form from elsewhere
 */
export async function readProfilerForm({ context, payload, admission, pages }: PageRequest): Promise<URLSearchParams> {
  const { headers, origin } = context;
  const site = headers.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin')
    throw new ForbiddenError(`This must be sent from the profiler itself; it came from a page that is ${site}`);
  const from = headers.get('origin');
  // These pages tell nobody where one came from, so browsers send "null" for their own forms; the form's token then speaks.
  if (from !== undefined && from !== 'null' && from !== origin)
    throw new ForbiddenError(`This must be sent from the profiler itself; it came from ${from.slice(0, 100)}`);
  if (payload.present && !/^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '')) {
    throw new UnsupportedMediaTypeError('Send a form (application/x-www-form-urlencoded)');
  }
  if ((payload.length ?? 0) > LONGEST_FORM)
    throw new BadRequestError(`A form of the profiler has at most ${LONGEST_FORM} bytes`);
  const form = new URLSearchParams(payload.present ? await payload.text() : '');
  // Whoever sends the key in a header is no foreign page.
  if (!admission.hasKeyInHeader && !pages.access.isFormToken(form.get('form') ?? '')) {
    throw new ForbiddenError(
      'The form is not from this profiler, or the host has started again since: load the page and send it once more',
    );
  }
  return form;
}
