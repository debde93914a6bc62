import type { Profile } from '../../profiler/index.ts';
import type { Panel, PanelLinks, PanelView } from '../view-model.ts';
import { failureOf } from './recorded.ts';

/**
 * What a panel shows of a profile. A panel of the application's own may throw, and a collector may have failed: then its
 * failure stands in its place, and the rest of the page is as it would have been.
 */
export function drawPanel(panel: Panel, profile: Profile, links: PanelLinks): PanelView | undefined {
  const { data } = profile;
  const own =
    data.panels?.[panel.name] ??
    (data as unknown as Readonly<Record<string, unknown>>)[COLLECTORS[panel.name] ?? panel.name];
  const failed = failureOf(own);
  if (failed !== undefined) return failure(failed);
  try {
    return panel.view(profile, links);
  } catch (error) {
    return failure(`Panel "${panel.name}" failed: ${error instanceof Error ? error.message : typeof error}`);
  }
}

// Panels that draw what a collector of another name gathered.
const COLLECTORS: Readonly<Record<string, string>> = { timeline: 'spans', database: 'spans', 'http-client': 'spans' };

function failure(text: string): PanelView {
  return { tone: 'bad', blocks: [{ kind: 'note', tone: 'bad', text }] };
}
