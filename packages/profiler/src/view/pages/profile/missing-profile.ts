import { html } from 'oriel-core/errors';
import { span } from 'oriel-core/error-pages';
import { EMPTY_PAGE_STYLE } from '../assets/page-styles.ts';
import { renderPage } from '../page-layout.ts';
import type { PageRequest } from '../page-request.ts';
import type { Representations } from '../representation.ts';
import { findMissingReasons } from './missing-reasons.ts';

/** Returns the representations of the 404 page for a profile, with the reasons why it is missing. */
export async function representMissingProfile(request: PageRequest, token: string): Promise<Representations> {
  const { links, pages } = request;
  const shown = token.slice(0, 60);
  const title = token === 'latest' ? 'No profiles yet' : `Token "${shown}" not found`;
  const reasons = await findMissingReasons(request.pages, token);
  return {
    html: (nonce) =>
      renderPage({
        title: 'Error 404 Not Found',
        host: pages.title,
        links,
        nonce,
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
}
