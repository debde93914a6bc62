import type { HttpResponse } from 'oriel-core/http';
import type { Profile } from '../../../profile/profile.ts';
import { toShownSummary } from '../../../profile/visitor.ts';
import { DEFAULT_QUERY } from '../../../store/search/profile-query.ts';
import { explainEmptyPanel } from '../../panels/framework.ts';
import { respondMissingProfile } from './missing-profile.ts';
import { renderProfileHtml } from './profile-html.ts';
import { renderProfileMarkdown } from './profile-markdown.ts';
import { buildProfileView } from './profile-view.ts';
import type { PageRequest } from '../page-request.ts';
import { createPageResponse } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { renderBlocksAsJson } from '../../render/blocks-json.ts';
import { formatFindingCode, formatStatus } from '../../render/format.ts';

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
