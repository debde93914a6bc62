import { parseTarget } from 'oriel-core/http';
import type { HttpResponse } from 'oriel-core/http';
import type { Profile } from '../../../profile/profile.ts';
import { splitRecordedUrl } from '../../export/repeatable-request.ts';
import { proposeOrigin } from '../../replay/replay-origin.ts';
import { sendReplay } from '../../replay/send-replay.ts';
import type { ReplayResponse } from '../../replay/send-replay.ts';
import { respondMissingProfile } from '../profile/missing-profile.ts';
import { readProfilerForm, requireProfile } from '../profile/profile-actions.ts';
import { findProfile } from '../profile/profile-page.ts';
import { getPathParameter } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { createPageResponse, redirect } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { BrowserCookies } from './browser-cookies.ts';
import { ONE_CLICK_METHODS } from './replay-button.ts';
import { createReplayDraft } from './replay-draft.ts';
import { representReplayForm } from './replay-form.ts';
import { representReplayResponse } from './replay-response.ts';

/** Handles `GET /_profiler/{token}/replay/edit`: the form of a recorded request, before it is sent again. */
export async function replayFormPage(request: PageRequest, format?: Representation): Promise<HttpResponse> {
  const token = getPathParameter(request, 'token');
  const profile = await findProfile(request, token);
  if (!profile) return await respondMissingProfile(request, token, format);
  const origin = proposeOrigin(profile);
  const form = new URLSearchParams(origin === undefined ? {} : { origin });
  const draft = createReplayDraft(profile, form, createCookies(profile, request));
  return createPageResponse(request, representReplayForm({ profile, draft, problems: [] }, request), format);
}

/**
 * Handles `POST /_profiler/{token}/replay`: sends a recorded request again, and leads to its comparison with the new profile. Without a
 * form that shows the request, only GET and HEAD are sent, and only if nothing has to be entered.
 *
 * @throws {ForbiddenError} if the form was sent from another site or has no valid form token
 */
export async function replayPage(request: PageRequest): Promise<HttpResponse> {
  const form = await readProfilerForm(request, MAX_FORM_BYTES);
  const { token, profile } = await requireProfile(request);
  const cookies = createCookies(profile, request);
  const draft = createReplayDraft(profile, form, cookies);
  const { result } = draft;
  const showForm = (problems: readonly string[], status: number): HttpResponse =>
    createPageResponse(request, representReplayForm({ profile, draft, problems }, request), undefined, status);
  const isReady = 'isSafe' in result && result.missing.length === 0 && ONE_CLICK_METHODS.has(result.method);
  if (!isReady && form.get('confirmed') !== '1') return redirect(request.links.to(`/${token}/replay/edit`), 303);
  if ('problems' in result) return showForm(result.problems, 422);
  const { storage } = request.pages;
  const response = await sendReplay(result, { storage, timeoutMs: TIMEOUT_MS, signal: request.context.signal });
  if (response.status === 0) return showForm(describeFailure(response.failure, draft.fields.origin), 502);
  const page =
    response.token === undefined
      ? createPageResponse(request, representReplayResponse(result, response, request))
      : redirect(request.links.comparison(token, response.token), 303);
  const setCookies = response.headers.filter(([name]) => name.toLowerCase() === 'set-cookie');
  cookies.passOn(
    page,
    setCookies.map(([, value]) => value),
    parseTarget(result.target).path,
  );
  return page;
}

// The pages end a request that takes a minute.
const TIMEOUT_MS = 30_000;
const MAX_FORM_BYTES = 500_000;

function createCookies(profile: Profile, { context }: PageRequest): BrowserCookies {
  const { origin } = splitRecordedUrl(profile);
  const hostname = origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : '';
  return new BrowserCookies(context, hostname);
}

function describeFailure(failure: ReplayResponse['failure'], origin: string): string[] {
  if (failure?.kind === 'timeout') return [`There is no response from ${origin}: ${failure.message}.`];
  return [
    `There is no response from ${origin}: ${failure?.message ?? 'the connection was closed'}.`,
    'Start the application, or change the address if it listens on another port.',
  ];
}
