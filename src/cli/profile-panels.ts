import { PANELS } from '../profiler/panels/panels.ts';
import type { Panel } from '../profiler/panels/view-model.ts';
import type { Profile } from '../profiler/profile.ts';

/**
 * The panels for a profile. Those of the application's own are known to the host only; here their data is shown as it was
 * collected.
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
