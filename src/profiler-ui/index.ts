export { panel } from './define-panel.ts';
export type { PanelDefinition } from './define-panel.ts';
export {
  NO_LINKS,
  profileHtml,
  profileJson,
  profileMarkdown,
  summaryBlocks,
  toCurl,
  toFetch,
  toHar,
  toHttpie,
} from './export/index.ts';
export type { HarOptions } from './export/index.ts';
export { LiveTail } from './live-tail.ts';
export { drawPanel } from './panels/draw-panel.ts';
export { PANELS } from './panels/index.ts';
export { renderBlocks } from './render/blocks-html.ts';
export type { BlockOptions } from './render/blocks-html.ts';
export { blocksJson } from './render/blocks-json.ts';
export type { PlainBlock } from './render/blocks-json.ts';
export { UNTRUSTED, blocksMarkdown } from './render/blocks-markdown.ts';
export type { MarkdownOptions } from './render/blocks-markdown.ts';
export { BLOCKS_STYLE } from './render/blocks-style.ts';
export { blocksTerminal } from './render/blocks-terminal.ts';
export { INVITATION_MINUTES, ProfilerAccess } from './profiler-access.ts';
export type { Admission, ProfilerAccessOptions } from './profiler-access.ts';
export type { ExplainStatement, PageInput } from './profiler-pages.ts';
export { createProfilerRoutes } from './profiler-routes.ts';
export type { ProfilerRoute, ProfilerRoutesOptions } from './profiler-routes.ts';
export { whyMissing } from './why-missing.ts';
export type { Witnesses } from './why-missing.ts';
export type { Block, Panel, PanelLinks, PanelView, Text, Tone, WaterfallRow } from './view-model.ts';
