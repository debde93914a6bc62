import { NotFoundError } from '../../../core/http/errors.ts';
import type { Finding, Profile } from '../../profile.ts';
import { drawPanel } from '../../panels/draw-panel.ts';
import type { PageRequest } from '../page-request.ts';
import { findCaller, findAdjacentProfiles, findRedirects } from './related-profiles.ts';
import type { AdjacentProfiles, Redirects } from './related-profiles.ts';
import type { Panel, PanelView } from '../../panels/view-model.ts';

/** A page about one profile, before anybody decides how it looks. */
export interface ProfileView {
  readonly profile: Profile;
  readonly findings: readonly Finding[];
  readonly menu: readonly MenuItem[];
  readonly current: MenuItem;
  readonly adjacent: AdjacentProfiles;
  readonly redirects: Redirects;
  /** The profile of the request that called for this one. */
  readonly caller: string | undefined;
}

export interface MenuItem {
  readonly panel: Panel;
  /** Undefined when the profile has nothing on the subject. */
  readonly view: PanelView | undefined;
}

/**
 * Puts the page together.
 * @param wanted the panel asked for; without one, the exception if there is any, else the request
 * @throws {NotFoundError} naming a panel that does not exist
 */
export function buildProfileView(profile: Profile, wanted: string | null, visit: PageRequest): ProfileView {
  const { pages, links } = visit;
  const { token } = profile.summary;
  const explains = pages.explain !== undefined;
  const plain = links.forPanels(token, { explains });
  // What the address asks is asked of the panel it names; the others are drawn for the menu only.
  const asking = links.forPanels(token, { explains, asked: visit.parameters });
  const menu = pages.panels.map((panel) => ({
    panel,
    view: drawPanel(panel, profile, panel.name === wanted ? asking : plain),
  }));
  const named = (name: string): MenuItem | undefined => menu.find(({ panel }) => panel.name === name);
  const exception = named('exception');
  const current = wanted === null ? (exception?.view ? exception : (named('request') ?? menu[0])) : named(wanted);
  if (!current)
    throw new NotFoundError(`Panel "${(wanted ?? '').slice(0, 100)}" is not available for token "${token}".`);
  const findings = Array.isArray(profile.data.findings) ? profile.data.findings.slice(0, MOST_FINDINGS) : [];
  const { storage } = pages;
  const tied = {
    adjacent: findAdjacentProfiles(storage, profile.summary),
    redirects: findRedirects(storage, profile),
    caller: findCaller(storage, profile),
  };
  return { profile, findings, menu, current, ...tied };
}

const MOST_FINDINGS = 3;
