import { messageOf } from '../../core/http/problem.ts';
import type { Profile } from '../profile.ts';
import type { Panel, PanelLinks, PanelView } from './view-model.ts';
import { renderBlocksAsHtml } from '../render/blocks-html.ts';
import { renderBlocksAsMarkdown } from '../render/blocks-markdown.ts';
import { findFailure } from './recorded-values.ts';

/**
 * What a panel shows of a profile. A panel of the application's own may throw, and a collector may have failed: then its
 * failure stands in its place, and the rest of the page is as it would have been.
 */
export function drawPanel(panel: Panel, profile: Profile, links: PanelLinks): PanelView | undefined {
  const { data } = profile;
  const own =
    data.panels?.[panel.name] ??
    (data as unknown as Readonly<Record<string, unknown>>)[COLLECTORS[panel.name] ?? panel.name];
  const failed = findFailure(own);
  if (failed !== undefined) return failure(failed);
  try {
    const view: unknown = panel.view(profile, links);
    return panel.name in (data.panels ?? {}) ? drawable(view) : (view as PanelView | undefined);
  } catch (error) {
    return failure(`Panel "${panel.name}" failed: ${messageOf(error)}`);
  }
}

// Whoever draws a panel of their own may give anything; what cannot be drawn is found out here, not half way down a page.
function drawable(view: unknown): PanelView | undefined {
  if (view instanceof Promise) {
    view.catch(() => undefined);
    throw new TypeError('it gave a promise; a view is given at once');
  }
  if (view === undefined) return undefined;
  const { blocks } = view as PanelView;
  renderBlocksAsHtml(blocks);
  renderBlocksAsMarkdown(blocks);
  return view as PanelView;
}

// Panels that draw what a collector of another name gathered.
const COLLECTORS: Readonly<Record<string, string>> = {
  ...{ timeline: 'spans', database: 'spans', 'http-client': 'spans' },
  ...{ validation: 'run', serializer: 'operation', cache: 'operation' },
};

function failure(text: string): PanelView {
  return { tone: 'bad', blocks: [{ kind: 'note', tone: 'bad', text }] };
}

/** For documents that stand alone: nothing to click leads to a server that may be gone. */
export const NO_LINKS: PanelLinks = { panel: () => '', search: () => '', source: () => undefined };
