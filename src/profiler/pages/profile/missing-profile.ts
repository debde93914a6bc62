import { html } from '../../../core/errors/html.ts';
import { span } from '../../../core/errors/error-markdown.ts';
import { EMPTY_PAGE_STYLE } from '../assets/page-styles.ts';
import { renderPage } from '../page-layout.ts';
import type { PageRequest } from '../page-request.ts';
import type { Representations } from '../representation.ts';
import { findMissingReasons } from './missing-reasons.ts';

/** The answer when there is no such profile: what may have become of it, and where to go on. */
export function representMissingProfile(visit: PageRequest, token: string): Representations {
  const { links, pages } = visit;
  const shown = token.slice(0, 60);
  const title = token === 'latest' ? 'There is no profile yet' : `Token "${shown}" not found`;
  const reasons = findMissingReasons(visit.pages, token);
  return {
    html: (nonce) =>
      renderPage({
        ...{ title: 'Error 404 Not Found', host: pages.title, links, nonce, style: EMPTY_PAGE_STYLE },
        content: html`<div class="empty">
          <p class="quiet">Error 404 Not Found</p>
          <h1>${title}</h1>
          <p>${reasons.length > 1 ? 'It may be that' : 'Why:'}</p>
          <ul>
            ${reasons.map((reason) => html`<li>${reason}</li>`)}
          </ul>
          <p>
            <a href="${links.list()}">All requests</a> · <a href="${links.profile('latest')}">The newest profile</a>
          </p>
        </div>`,
      }),
    json: () => ({ type: '/problems/no-such-profile', title: 'Not Found', status: 404, detail: title, reasons }),
    md: () =>
      `# Error 404 Not Found\n\n${token === 'latest' ? title : `Token ${span(shown)} not found`}\n\n${reasons.map((reason) => `- ${reason}`).join('\n')}\n`,
  };
}
