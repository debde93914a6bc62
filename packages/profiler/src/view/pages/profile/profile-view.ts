import { NotFoundError } from 'oriel-core/http';
import type { Finding, Profile } from '../../../profile/profile.ts';
import { drawPanel } from '../../panels/draw-panel.ts';
import { getPanels } from '../../panels/recorded-panels.ts';
import { toList } from '../../../profile/recorded-values.ts';
import { mapProfile, recordedRoot } from '../../source-maps/map-profile.ts';
import type { PageRequest } from '../page-request.ts';
import { describeUnusual } from '../../routes/typical.ts';
import {
  findCallees,
  findCaller,
  findAdjacentProfiles,
  findRedirects,
  findVisitorRequests,
} from './related-profiles.ts';
import type { Panel, PanelView } from '../../../profile/view-model.ts';

/** The content of a profile page, independent of its representation. */
export type ProfileView = Awaited<ReturnType<typeof buildProfileView>>;

export interface MenuItem {
  readonly panel: Panel;
  /** Undefined if the profile has no data for the panel. */
  readonly view: PanelView | undefined;
}

/**
 * Collects the content of a profile page.
 * @param panelName name of the panel; null selects that of the first finding, else what a failed request responded, else the timeline
 * @throws {NotFoundError} if there is no such panel
 */
export async function buildProfileView(stored: Profile, panelName: string | null, request: PageRequest) {
  const { pages, links } = request;
  const profile = mapProfile(stored, pages.root);
  const { token } = profile.summary;
  const canExplain = pages.explain !== undefined;
  const root = recordedRoot(profile);
  const callees = await findCallees(pages.storage, profile);
  const defaultLinks = links.forPanels(token, { canExplain, root, callees });
  // The parameters of the URL apply to the current panel; the other panels are drawn for the menu only.
  const currentLinks = links.forPanels(token, { canExplain, root, callees, parameters: request.parameters });
  const findings = toList(profile.data.findings).slice(0, MAX_FINDINGS);
  const responseExcerpt = findResponseExcerpt(profile, findings);
  const menu = getPanels(profile, pages.panels).map((panel): MenuItem => ({
    panel,
    view: drawPanel(panel, profile, panel.name === panelName ? currentLinks : defaultLinks),
  }));
  const names = [
    ...findings.map(({ panel }) => panel),
    'exception',
    ...(responseExcerpt === undefined ? [] : ['response']),
    'timeline',
  ];
  const current = panelName === null ? selectItem(menu, names) : menu.find(({ panel }) => panel.name === panelName);
  if (!current)
    throw new NotFoundError(`Panel "${(panelName ?? '').slice(0, 100)}" is not available for token "${token}".`);
  const { storage } = pages;
  const related = {
    adjacent: await findAdjacentProfiles(storage, profile.summary),
    redirects: await findRedirects(storage, profile),
    caller: await findCaller(storage, profile),
    visitor: await findVisitorRequests(storage, profile.summary),
    unusual: await describeUnusual(storage, profile.summary),
  };
  return { profile, findings, menu, current, responseExcerpt, ...related };
}

// The first of these panels that has data, else the first panel that has any.
function selectItem(menu: readonly MenuItem[], names: readonly string[]): MenuItem | undefined {
  for (const name of names) {
    const item = menu.find(({ panel, view }) => panel.name === name && view !== undefined);
    if (item) return item;
  }
  return menu.find(({ view }) => view !== undefined) ?? menu[0];
}

// The beginning of the response to a failed request that no finding explains.
function findResponseExcerpt({ summary, data }: Profile, findings: readonly Finding[]): string | undefined {
  const body = data.response?.body;
  const isExplained = data.exception || findings.some(({ severity }) => severity !== 'info');
  if (summary.status < 400 || isExplained || body?.encoding !== 'text' || /html/i.test(body.type)) return undefined;
  const line = body.content.slice(0, MAX_EXCERPT_LENGTH).replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : `${line}${body.content.length > MAX_EXCERPT_LENGTH ? '…' : ''}`;
}

// Another process may have stored any number.
const MAX_FINDINGS = 50;
const MAX_EXCERPT_LENGTH = 300;
