import type { HttpResponse } from '../../../core/http/response.ts';
import type { Profile } from '../../profile.ts';
import { missingProfile } from './missing-profile.ts';
import { profileHtml } from './profile-html.ts';
import { profileMarkdown } from './profile-markdown.ts';
import { profileView } from './profile-view.ts';
import type { Visit } from '../page-request.ts';
import { represent, representationFor } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { blocksJson } from '../../render/blocks-json.ts';
import { findingText, statusTitle } from '../../render/format.ts';

/** `/_profiler/{token}`: one request. `latest` is the newest. */
export function profilePage(visit: Visit, token: string, suffix?: Representation): HttpResponse {
  const as = representationFor(visit.context, suffix);
  const profile = profileNamed(visit, token);
  if (!profile) return represent(missingProfile(visit, token), as, 404);
  const wanted = visit.parameters.get('panel');
  const view = profileView(profile, wanted, visit);
  const { summary, data } = profile;
  return represent(
    {
      html: (nonce) => profileHtml(view, visit, nonce),
      md: () => profileMarkdown(view, visit),
      json: () => {
        const { older, newer } = view.neighbours;
        const menu = view.menu.map(({ panel: { name, title }, view: drawn }) => ({
          name,
          title,
          count: drawn?.count,
          empty: drawn === undefined,
          link: visit.links.profile(summary.token, name),
        }));
        const head = {
          title: statusTitle(summary.status),
          summary,
          findings: view.findings.map((each) => ({ ...each, title: findingText(each.code) })),
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
          panel: { name: panel.name, title: panel.title, count: drawn?.count, blocks: blocksJson(drawn?.blocks ?? []) },
        };
      },
    },
    as,
  );
}

/** The profile of a token, or the newest. */
export function profileNamed({ pages: { storage } }: Visit, token: string): Profile | undefined {
  if (token !== 'latest') return /^[0-9a-f]{6}$/.test(token) ? storage.read(token) : undefined;
  const [newest] = storage.find({
    terms: [],
    sort: { by: 'time', descending: true },
    limit: 1,
    cursor: undefined,
  }).rows;
  return newest && storage.read(newest.token);
}
