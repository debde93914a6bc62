import { html } from 'oriel-core/errors';
import { explainEmptyPanel } from '../../panels/framework.ts';
import { PROFILE_PAGE_SCRIPT } from '../assets/page-scripts.ts';
import { getBlocksPageStyle } from '../assets/page-styles.ts';
import type { PageLayout } from '../page-layout.ts';
import { renderProfileHeader } from './profile-header.ts';
import { recordedRoot } from './profile-view.ts';
import { renderProfileMenu } from './profile-menu.ts';
import type { ProfileView } from './profile-view.ts';
import { describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { renderBlocksAsHtml } from '../../render/blocks-html.ts';
import { getAlternateUrls } from '../search/search-html.ts';
import { formatStatus } from '../../render/format.ts';

/** Renders a profile page: the head with the findings, the menu and the current panel. */
export function renderProfileHtml(view: ProfileView, request: PageRequest): PageLayout {
  const { links, pages, parameters } = request;
  const { profile, current, adjacent } = view;
  const { token, method, path, status } = profile.summary;
  const linkTo = (element: string | undefined): string | undefined =>
    element && links.profile(element, parameters.get('panel') ?? undefined);
  const editorLink = links.editorLink(recordedRoot(profile));
  const content = html`${renderProfileHeader(view, request)} ${renderProfileMenu(view, request)}
    <section class="panel" aria-labelledby="panel">
      <h2 id="panel">${current.panel.title}</h2>
      ${current.view ? renderBlocksAsHtml(current.view.blocks, { formToken: pages.access.formToken, pagesPath: links.path, editorLink }) : html`<p class="quiet">${explainEmptyPanel(current.panel, profile.data)}</p>`}
    </section>`;
  return {
    title: `${formatStatus(status)} – ${method} ${path.slice(0, 80)}`,
    style: getBlocksPageStyle(current.view?.blocks ?? []),
    script: PROFILE_PAGE_SCRIPT,
    content,
    alternates: getAlternateUrls(links.to(`/${token}`), links.query(parameters)),
    trouble: describeTrouble(pages),
    data: { panels: links.profile(token), older: linkTo(adjacent.older), newer: linkTo(adjacent.newer) },
  };
}
