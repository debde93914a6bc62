import type { HttpResponse } from '../../../core/http/response.ts';
import type { Profile } from '../../profile.ts';
import { representMissingProfile } from './missing-profile.ts';
import { renderProfileHtml } from './profile-html.ts';
import { renderProfileMarkdown } from './profile-markdown.ts';
import { buildProfileView } from './profile-view.ts';
import type { PageRequest } from '../page-request.ts';
import { createPageResponse, negotiateRepresentation } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { renderBlocksAsJson } from '../../render/blocks-json.ts';
import { formatFindingCode, formatStatus } from '../../render/format.ts';

/** `/_profiler/{token}`: one request. `latest` is the newest. */
export function profilePage(visit: PageRequest, token: string, suffix?: Representation): HttpResponse {
  const as = negotiateRepresentation(visit.context, suffix);
  const profile = findProfile(visit, token);
  if (!profile) return createPageResponse(representMissingProfile(visit, token), as, 404);
  const wanted = visit.parameters.get('panel');
  const view = buildProfileView(profile, wanted, visit);
  const { summary, data } = profile;
  return createPageResponse(
    {
      html: (nonce) => renderProfileHtml(view, visit, nonce),
      md: () => renderProfileMarkdown(view, visit),
      json: () => {
        const { older, newer } = view.adjacent;
        const menu = view.menu.map(({ panel: { name, title }, view: drawn }) => ({
          name,
          title,
          count: drawn?.count,
          empty: drawn === undefined,
          link: visit.links.profile(summary.token, name),
        }));
        const head = {
          title: formatStatus(summary.status),
          summary,
          findings: view.findings.map((each) => ({ ...each, title: formatFindingCode(each.code) })),
          panels: menu,
          older,
          newer,
          redirects: view.redirects,
          caller: view.caller,
        };
        // Without a panel the whole profile, as it is kept; with one, what that panel makes of it.
        if (wanted === null) return { ...head, data };
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
    as,
  );
}

/** The profile of a token, or the newest. */
export function findProfile({ pages: { storage } }: PageRequest, token: string): Profile | undefined {
  if (token !== 'latest') return /^[0-9a-f]{6}$/.test(token) ? storage.read(token) : undefined;
  const [newest] = storage.find({
    terms: [],
    sort: { by: 'time', descending: true },
    limit: 1,
    cursor: undefined,
  }).rows;
  return newest && storage.read(newest.token);
}
