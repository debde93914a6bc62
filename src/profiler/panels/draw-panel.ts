import { isPromise } from '../../core/http/promises.ts';
import { messageOf } from '../../core/http/problem.ts';
import { readableError } from '../../core/trace/has-proxy.ts';
import type { Profile } from '../profile.ts';
import type { Panel, PanelLinks, PanelView } from './view-model.ts';
import { renderBlocksAsHtml } from '../render/blocks-html.ts';
import { renderBlocksAsMarkdown } from '../render/blocks-markdown.ts';
import { findFailure } from './recorded-values.ts';
import { note } from './blocks.ts';

/**
 * Returns the view of a panel for a profile, or undefined if there is no data. If the panel throws or its collector failed,
 * the view contains the error.
 */
export function drawPanel(panel: Panel, profile: Profile, links: PanelLinks): PanelView | undefined {
  const { data } = profile;
  const own =
    data.panels?.[panel.name] ??
    (data as unknown as Readonly<Record<string, unknown>>)[COLLECTORS[panel.name] ?? panel.name];
  const failed = findFailure(own);
  if (failed !== undefined) return createFailureView(failed);
  try {
    const view: unknown = panel.view(profile, links);
    return panel.name in (data.panels ?? {}) ? validateView(view) : (view as PanelView | undefined);
  } catch (error) {
    return createFailureView(`Panel "${panel.name}" failed: ${messageOf(readableError(error))}`);
  }
}

// Panels of applications may return invalid views. Rendering them here finds errors before the page is rendered.
function validateView(view: unknown): PanelView | undefined {
  if (isPromise(view)) {
    view.then(undefined, () => undefined);
    throw new TypeError('view() returned a promise; return the view synchronously');
  }
  if (view === undefined) return undefined;
  const { blocks } = view as PanelView;
  renderBlocksAsHtml(blocks);
  renderBlocksAsMarkdown(blocks);
  return view as PanelView;
}

// Panels whose data comes from a collector of another name.
const COLLECTORS: Readonly<Record<string, string>> = {
  timeline: 'spans',
  database: 'spans',
  redis: 'spans',
  mail: 'spans',
  'http-client': 'spans',
  validation: 'run',
  serializer: 'operation',
  cache: 'operation',
};

function createFailureView(text: string): PanelView {
  return { tone: 'bad', blocks: [note('bad', text)] };
}
