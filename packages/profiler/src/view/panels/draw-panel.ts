import { isPromise, getMessage } from 'oriel-core/http';
import { readableError } from 'oriel-core/trace';
import type { DroppedKind } from 'oriel-core/trace';
import { describeCompleteness, measureCompleteness } from '../../record/findings/completeness.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Panel, PanelLinks, PanelView } from '../../profile/view-model.ts';
import { renderBlocksAsHtml } from '../render/blocks-html.ts';
import { renderBlocksAsMarkdown } from '../render/blocks-markdown.ts';
import { findFailure } from '../../profile/recorded-values.ts';
import { note } from './blocks.ts';

/**
 * Returns the view of a panel for a profile, or undefined if there is no data. If the panel throws or its collector failed,
 * the view contains the error.
 */
export function drawPanel(panel: Panel, profile: Profile, links: PanelLinks): PanelView | undefined {
  const { data } = profile;
  const panelData =
    data.panels?.[panel.name] ??
    (data as unknown as Readonly<Record<string, unknown>>)[COLLECTORS[panel.name] ?? panel.name];
  const failed = findFailure(panelData);
  if (failed !== undefined) return createFailureView(failed);
  try {
    const view: unknown = panel.view(profile, links);
    if (panel.name in (data.panels ?? {})) return validateView(view);
    return addCompleteness(view as PanelView | undefined, panel.name, profile);
  } catch (error) {
    return createFailureView(`Panel "${panel.name}" failed: ${getMessage(readableError(error))}`);
  }
}

// What a panel does not show, and counts that include it.
function addCompleteness(view: PanelView | undefined, name: string, profile: Profile): PanelView | undefined {
  if (!(name in KINDS)) return view;
  const completeness = measureCompleteness(profile, KINDS[name] && new Set(KINDS[name]));
  const notes = describeCompleteness(completeness).map((text) => note('warning', text));
  if (notes.length === 0) return view;
  const count = view?.count === undefined ? undefined : view.count + completeness.dropped;
  return { ...view, ...(count === undefined ? {} : { count }), blocks: [...notes, ...(view?.blocks ?? [])] };
}

// The kinds of entries of each panel; undefined for all.
const KINDS: Readonly<Record<string, readonly DroppedKind[] | undefined>> = {
  timeline: undefined,
  database: ['db'],
  'http-client': ['http'],
  redis: ['cache'],
  mail: ['mail'],
  hub: ['hub'],
  logs: ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'],
  pipeline: ['call'],
};

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
