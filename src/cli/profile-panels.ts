import { PANELS } from '../profiler/panels/panels.ts';
import type { Panel } from '../profiler/panels/view-model.ts';
import type { Profile } from '../profiler/profile.ts';

/**
 * Returns the panels of a profile. Panels of the application exist in the host only, so their collected data is shown as
 * JSON.
 */
export function panelsFor({ data }: Profile): Panel[] {
  const own = Object.keys(data.panels ?? {}).map((name): Panel => ({
    name,
    title: name,
    view: () => {
      const collected = data.panels[name];
      return collected === undefined || collected === null
        ? undefined
        : { blocks: [{ kind: 'code', language: 'json', text: JSON.stringify(collected, undefined, 2) }] };
    },
  }));
  return [...PANELS, ...own];
}
