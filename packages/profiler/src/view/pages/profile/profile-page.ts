import { html } from 'oriel-core/errors';
import type { HttpResponse } from 'oriel-core/http';
import type { Profile } from '../../../profile/profile.ts';
import { toShownSummary } from '../../../profile/visitor.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import { explainEmptyPanel } from '../../panels/framework.ts';
import { PROFILE_PAGE_SCRIPT } from '../assets/page-scripts.ts';
import { getBlocksPageStyle } from '../assets/page-styles.ts';
import type { PageLayout } from '../page-layout.ts';
import { respondMissingProfile } from './missing-profile.ts';
import { renderProfileMarkdown } from './profile-markdown.ts';
import { renderProfileHeader } from './profile-header.ts';
import { renderProfileMenu } from './profile-menu.ts';
import { buildProfileView } from './profile-view.ts';
import type { ProfileView } from './profile-view.ts';
import { recordedRoot } from '../../source-maps/map-profile.ts';
import { describeTrouble } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';
import { createPageResponse } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { renderBlocksAsHtml } from '../../render/blocks-html.ts';
import { renderBlocksAsJson } from '../../render/blocks-json.ts';
import { formatFindingCode, formatStatus } from '../../render/format.ts';
import { getAlternateUrls } from '../search/search-html.ts';

/** Handles `/_profiler/{token}`, the page of one profile. The token `latest` selects the newest. */
export async function profilePage(request: PageRequest, token: string, suffix?: Representation): Promise<HttpResponse> {
  const profile = await findProfile(request, token);
  if (!profile) return await respondMissingProfile(request, token, suffix);
  const panelName = request.parameters.get('panel');
  const view = await buildProfileView(profile, panelName, request);
  const { summary, data } = profile;
  return createPageResponse(
    request,
    {
      html: () => renderProfileHtml(view, request),
      md: () => renderProfileMarkdown(view, request),
      json: () => {
        const { older, newer } = view.adjacent;
        const menu = view.menu.map(({ panel, view: drawn }) => ({
          name: panel.name,
          title: panel.title,
          count: drawn?.count,
          empty: drawn === undefined,
          ...(drawn === undefined && { reason: explainEmptyPanel(panel, data) }),
          link: request.links.profile(summary.token, panel.name),
        }));
        const head = {
          title: formatStatus(summary.status),
          summary: toShownSummary(summary),
          findings: view.findings.map((finding) => ({ ...finding, title: formatFindingCode(finding.code) })),
          panels: menu,
          older,
          newer,
          redirects: view.redirects,
          caller: view.caller,
          visitor: view.visitor && {
            id: view.visitor.id,
            older: view.visitor.older?.token,
            newer: view.visitor.newer?.token,
            link: request.links.inOrder(`visitor:${view.visitor.id}`),
          },
          unusual: view.unusual,
        };
        // Without a panel the complete profile as stored; with one, the blocks of that panel.
        if (panelName === null) return { ...head, data };
        const { panel, view: drawn } = view.current;
        return {
          ...head,
          panel: {
            name: panel.name,
            title: panel.title,
            count: drawn?.count,
            blocks: renderBlocksAsJson(drawn?.blocks ?? []),
          },
        };
      },
    },
    suffix,
  );
}

/** Returns the profile of a token, or the newest profile for `latest`. */
export async function findProfile({ pages: { storage } }: PageRequest, token: string): Promise<Profile | undefined> {
  if (token !== 'latest') return /^[0-9a-f]{6}$/.test(token) ? storage.read(token) : undefined;
  const { rows } = await storage.find({ ...DEFAULT_QUERY, limit: 1 });
  return rows[0] && storage.read(rows[0].token);
}

/** Renders a profile page: the head with the findings, the menu and the current panel. */
function renderProfileHtml(view: ProfileView, request: PageRequest): PageLayout {
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
