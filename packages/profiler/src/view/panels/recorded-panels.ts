import type { Profile } from '../../profile/profile.ts';
import type { Panel, PanelView } from '../../profile/view-model.ts';

/**
 * Returns the panels of a profile: those that this process knows, and those of the application that recorded it. A view of
 * the latter was stored with the profile; without one, the collected data is shown as JSON.
 */
export function getPanels({ data }: Profile, known: readonly Panel[]): readonly Panel[] {
  const names = Object.keys(data.panels ?? {}).filter((name) => !known.some((panel) => panel.name === name));
  return names.length === 0 ? known : [...known, ...names.map((name) => recordedPanel(name, data))];
}

function recordedPanel(name: string, { views, panels }: Profile['data']): Panel {
  const stored = views !== undefined && Object.hasOwn(views, name) ? views[name] : undefined;
  return {
    name,
    title: typeof stored?.title === 'string' ? stored.title : name,
    view: () => stored?.view ?? viewOfData(panels[name]),
  };
}

function viewOfData(collected: unknown): PanelView | undefined {
  if (collected === undefined || collected === null) return undefined;
  return { blocks: [{ kind: 'code', language: 'json', text: JSON.stringify(collected, undefined, 2) }] };
}
