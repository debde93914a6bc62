import type { PanelLinks } from '../panels/view-model.ts';

/** For documents that stand alone: nothing to click leads to a server that may be gone. */
export const NO_LINKS: PanelLinks = { panel: () => '', search: () => '', source: () => undefined };
