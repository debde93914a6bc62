import type { PanelLinks } from './panels/view-model.ts';

/** Links of views that are stored or exported: the server that could follow them may no longer exist. */
export const NO_LINKS: PanelLinks = { panel: () => '', search: () => '', source: () => undefined };
