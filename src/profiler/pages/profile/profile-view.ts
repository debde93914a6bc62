import { NotFoundError } from '../../../core/http/errors.ts';
import type { Finding, Profile } from '../../profile.ts';
import { drawPanel } from '../../panels/draw-panel.ts';
import { panelsOf } from '../../panels/recorded-panels.ts';
import type { PageRequest } from '../page-request.ts';
import { findCaller, findAdjacentProfiles, findRedirects } from './related-profiles.ts';
import type { AdjacentProfiles, Redirects } from './related-profiles.ts';
import type { Panel, PanelView } from '../../panels/view-model.ts';

/** The content of a profile page, independent of its representation. */
export interface ProfileView {
  readonly profile: Profile;
  readonly findings: readonly Finding[];
  readonly menu: readonly MenuItem[];
  readonly current: MenuItem;
  readonly adjacent: AdjacentProfiles;
  readonly redirects: Redirects;
  /** Token of the profile whose request called this one. */
  readonly caller: string | undefined;
}

export interface MenuItem {
  readonly panel: Panel;
  /** Undefined if the profile has no data for the panel. */
  readonly view: PanelView | undefined;
}

/**
 * Collects the content of a profile page.
 * @param panelName name of the panel; null selects the exception panel if the request failed, else the request panel
 * @throws {NotFoundError} if there is no such panel
 */
export async function buildProfileView(
  profile: Profile,
  panelName: string | null,
  request: PageRequest,
): Promise<ProfileView> {
  const { pages, links } = request;
  const { token } = profile.summary;
  const canExplain = pages.explain !== undefined;
  const root = recordedRoot(profile);
  const defaultLinks = links.forPanels(token, { canExplain, root });
  // The parameters of the URL apply to the current panel; the other panels are drawn for the menu only.
  const currentLinks = links.forPanels(token, { canExplain, root, parameters: request.parameters });
  const menu = panelsOf(profile, pages.panels).map((panel) => ({
    panel,
    view: drawPanel(panel, profile, panel.name === panelName ? currentLinks : defaultLinks),
  }));
  const findItem = (name: string): MenuItem | undefined => menu.find(({ panel }) => panel.name === name);
  const exception = findItem('exception');
  const current =
    panelName === null ? (exception?.view ? exception : (findItem('request') ?? menu[0])) : findItem(panelName);
  if (!current)
    throw new NotFoundError(`Panel "${(panelName ?? '').slice(0, 100)}" is not available for token "${token}".`);
  const findings = Array.isArray(profile.data.findings) ? profile.data.findings.slice(0, MAX_FINDINGS) : [];
  const { storage } = pages;
  const related = {
    adjacent: await findAdjacentProfiles(storage, profile.summary),
    redirects: await findRedirects(storage, profile),
    caller: await findCaller(storage, profile),
  };
  return { profile, findings, menu, current, ...related };
}

/** Returns the folder of the application that recorded a profile; undefined for profiles that do not have it. */
export function recordedRoot({ data }: Profile): string | undefined {
  const root: unknown = data.config?.['root'];
  return typeof root === 'string' ? root : undefined;
}

const MAX_FINDINGS = 3;
