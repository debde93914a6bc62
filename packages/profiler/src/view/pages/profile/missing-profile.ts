import { html } from 'oriel-core/errors';
import { span } from 'oriel-core/error-pages';
import type { HttpResponse } from 'oriel-core/http';
import { EMPTY_PAGE_STYLE } from '../assets/page-styles.ts';
import type { PageRequest } from '../page-request.ts';
import { createPageResponse } from '../representation.ts';
import type { Representation, Representations } from '../representation.ts';
import { findMissingReasons } from './missing-reasons.ts';

/** Returns the 404 page for a profile, with the reasons why it is missing. */
export async function respondMissingProfile(
  request: PageRequest,
  token: string,
  suffix?: Representation,
): Promise<HttpResponse> {
  const { links } = request;
  const shown = token.slice(0, 60);
  const title = token === 'latest' ? 'No profiles yet' : `Token "${shown}" not found`;
  const reasons = await findMissingReasons(request.pages, token);
  const page: Representations = {
    html: () => ({
      title: 'Error 404 Not Found',
      style: EMPTY_PAGE_STYLE,
      content: html`<div class="empty">
        <p class="quiet">Error 404 Not Found</p>
        <h1>${title}</h1>
        <p>${reasons.length > 1 ? 'Possible reasons:' : 'Reason:'}</p>
        <ul>
          ${reasons.map((reason) => html`<li>${reason}</li>`)}
        </ul>
        <p><a href="${links.list()}">All profiles</a> · <a href="${links.profile('latest')}">Newest profile</a></p>
      </div>`,
    }),
    json: () => ({ type: '/problems/no-such-profile', title: 'Not Found', status: 404, detail: title, reasons }),
    md: () =>
      `# Error 404 Not Found\n\n${token === 'latest' ? title : `Token ${span(shown)} not found`}\n\n${reasons.map((reason) => `- ${span(reason)}`).join('\n')}\n`,
  };
  return createPageResponse(request, page, suffix, 404);
}
