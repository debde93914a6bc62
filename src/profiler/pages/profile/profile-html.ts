import { html } from '../../../core/errors/html.ts';
import type { Html } from '../../../core/errors/html.ts';
import type { Finding, Profile } from '../../profile.ts';
import { explainEmptyPanel } from '../../panels/framework.ts';
import { PROFILE_PAGE_SCRIPT } from '../assets/page-scripts.ts';
import { PROFILE_PAGE_STYLE } from '../assets/page-styles.ts';
import { renderPage } from '../page-layout.ts';
import { renderProfileHeader } from './profile-header.ts';
import { recordedRoot } from './profile-view.ts';
import type { EditorLink } from '../../render/editor-links.ts';
import { renderPlaces } from '../../render/places-html.ts';
import type { MenuItem, ProfileView } from './profile-view.ts';
import { describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { renderBlocksAsHtml } from '../../render/blocks-html.ts';
import { getAlternateUrls } from '../search/search-html.ts';
import { formatStatus } from '../../render/format.ts';

/** Renders a profile page: the summary, the findings, the menu and the current panel. */
export function renderProfileHtml(view: ProfileView, request: PageRequest, nonce: string): string {
  const { links, pages, parameters } = request;
  const { profile, findings, menu, current, adjacent } = view;
  const { token, method, path, status } = profile.summary;
  const linkTo = (each: string | undefined): string | undefined =>
    each && links.profile(each, parameters.get('panel') ?? undefined);
  const editorLink = links.editorLink(recordedRoot(profile));
  const content = html`${renderProfileHeader(view, request)}
    ${
      findings.length > 0 &&
      html`<ul class="findings" aria-label="Findings">
        ${findings.map((finding) => renderFinding(finding, links.profile(token, finding.panel), editorLink))}
      </ul>`
    }
    <div class="panels">
      <nav class="side" aria-label="Panels">
        <ul>
          ${menu.map((item) => renderMenuItem(item, profile, item === current, links))}
        </ul>
      </nav>
      <section class="panel" aria-labelledby="panel">
        <h2 id="panel">${current.panel.title}</h2>
        ${current.view ? renderBlocksAsHtml(current.view.blocks, { formToken: pages.access.formToken, pagesPath: links.path, editorLink }) : html`<p class="quiet">${explainEmptyPanel(current.panel, profile.data)}</p>`}
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
    data: { panels: links.profile(token), older: linkTo(adjacent.older), newer: linkTo(adjacent.newer) },
  });
}

function renderFinding({ severity, text, panel }: Finding, href: string, editorLink: EditorLink | undefined): Html {
  const [sign, tone] = SEVERITIES[severity] ?? SEVERITIES.info;
  return html`<li class="${tone}">
    <span aria-hidden="true">${sign}</span>
    ${renderPlaces(text, editorLink, (part) => html`<a href="${href}" title="Open panel ${panel}">${renderQuotes(part)}</a>`)}
  </li>`;
}

// Text between backticks is code.
function renderQuotes(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

const SEVERITIES = { error: ['✖', 'bad'], warning: ['⚠', 'warning'], info: ['●', 'info'] } as const;

function renderMenuItem(
  { panel, view }: MenuItem,
  { summary, data }: Profile,
  isCurrent: boolean,
  links: PageRequest['links'],
): Html {
  const { name, title } = panel;
  const href = links.profile(summary.token, name);
  const count = view?.count;
  return html`<li${!view && html` class="none"`}><a href="${href}" data-panel="${name}"${isCurrent && html` aria-current="page"`}><span>${title}</span>${count !== undefined && html`<b class="${view?.tone ?? 'muted'}">${count}</b>`}${!view && html`<span class="sr"> (${explainEmptyPanel(panel, data)})</span>`}</a></li>`;
}
