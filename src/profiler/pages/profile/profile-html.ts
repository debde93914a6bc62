import { html } from '../../../core/errors/html.ts';
import type { Html } from '../../../core/errors/html.ts';
import type { Finding } from '../../profile.ts';
import { PROFILE_PAGE_SCRIPT } from '../assets/page-scripts.ts';
import { PROFILE_PAGE_STYLE } from '../assets/page-styles.ts';
import { renderPage } from '../page-layout.ts';
import { renderProfileHeader } from './profile-header.ts';
import type { MenuItem, ProfileView } from './profile-view.ts';
import { describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { renderBlocksAsHtml } from '../../render/blocks-html.ts';
import { getAlternateUrls } from '../search/search-html.ts';
import { formatStatus } from '../../render/format.ts';

/** Renders a profile page: the summary, the findings, the menu and the current panel. */
export function renderProfileHtml(view: ProfileView, request: PageRequest, nonce: string): string {
  const { links, pages, parameters } = request;
  const { profile, findings, menu, current, adjacent: neighbours } = view;
  const { token, method, path, status } = profile.summary;
  const linkTo = (each: string | undefined): string | undefined =>
    each && links.profile(each, parameters.get('panel') ?? undefined);
  const content = html`${renderProfileHeader(view, request)}
    ${
      findings.length > 0 &&
      html`<ul class="findings" aria-label="Findings">
        ${findings.map((finding) => renderFinding(finding, links.profile(token, finding.panel)))}
      </ul>`
    }
    <div class="panels">
      <nav class="side" aria-label="Panels">
        <ul>
          ${menu.map((item) => renderMenuItem(item, item === current, links.profile(token, item.panel.name)))}
        </ul>
      </nav>
      <section class="panel" aria-labelledby="panel">
        <h2 id="panel">${current.panel.title}</h2>
        ${current.view ? renderBlocksAsHtml(current.view.blocks, { formToken: pages.access.formToken }) : html`<p class="quiet">No data</p>`}
      </section>
    </div>`;
  return renderPage({
    title: `${formatStatus(status)} – ${method} ${path.slice(0, 80)}`,
    host: pages.title,
    links,
    nonce,
    style: PROFILE_PAGE_STYLE,
    script: PROFILE_PAGE_SCRIPT,
    content,
    alternates: getAlternateUrls(links.to(`/${token}`), links.query(parameters)),
    trouble: describeTrouble(pages),
    data: { panels: links.profile(token), older: linkTo(neighbours.older), newer: linkTo(neighbours.newer) },
  });
}

function renderFinding({ severity, text, panel }: Finding, href: string): Html {
  const [sign, tone] = SEVERITIES[severity] ?? SEVERITIES.info;
  return html`<li class="${tone}">
    <span aria-hidden="true">${sign}</span> <a href="${href}" title="Open panel ${panel}">${renderQuotes(text)}</a>
  </li>`;
}

// Text between backticks is code.
function renderQuotes(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

const SEVERITIES = { error: ['✖', 'bad'], warning: ['⚠', 'warning'], info: ['●', 'info'] } as const;

function renderMenuItem({ panel: { name, title }, view }: MenuItem, isCurrent: boolean, href: string): Html {
  const count = view?.count;
  return html`<li${!view && html` class="none"`}><a href="${href}" data-panel="${name}"${isCurrent && html` aria-current="page"`}><span>${title}</span>${count !== undefined && html`<b class="${view?.tone ?? 'muted'}">${count}</b>`}${!view && html`<span class="sr"> (no data)</span>`}</a></li>`;
}
