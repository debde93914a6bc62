import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { Profile } from '../../../profile/profile.ts';
import { splitRecordedUrl } from '../../export/repeatable-request.ts';
import { prepareReplay } from '../../replay/prepare-replay.ts';
import type { PageRequest } from '../page-request.ts';
import { VALUE_PREFIX, getKeptName } from './replay-draft.ts';

/**
 * Renders the buttons that send a recorded request again. Requests with a safe method are sent with one click; others open the form that
 * asks for a confirmation.
 *
 * @returns undefined for what is not a request of HTTP, such as a job
 */
export function renderReplayButton(profile: Profile, { links, pages }: PageRequest): Html | undefined {
  const { token, method, url } = profile.summary;
  if (!/^https?:/i.test(url)) return undefined;
  const edit = links.to(`/${token}/replay/edit`);
  if (!ONE_CLICK_METHODS.has(method))
    return html`<a class="button" href="${edit}" title="Check the request and send it again">Send again…</a>`;
  return html`<form method="post" action="${links.to(`/${token}/replay`)}" data-replay>
      <input type="hidden" name="form" value="${pages.access.formToken}" />${renderKeptHeaders(profile)}
      <button title="Send the recorded request again and compare the responses">Send again</button>
    </form>
    <a class="button" href="${edit}" title="Change the request before it is sent">Edit and send</a>`;
}

// The script of the profile page fills them.
function renderKeptHeaders(profile: Profile): Html[] {
  const result = prepareReplay(profile);
  const { origin = '' } = splitRecordedUrl(profile);
  const masked = 'missing' in result ? result.missing.filter((value) => value.in === 'header') : [];
  return masked
    .slice(0, MAX_KEPT_HEADERS)
    .map(
      ({ variable, name }) =>
        html`<input type="hidden" name="${VALUE_PREFIX}${variable}" data-keep="${getKeptName(origin, name)}" />`,
    );
}

const MAX_KEPT_HEADERS = 10;

/** The methods whose requests are sent without a confirmation. */
export const ONE_CLICK_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
