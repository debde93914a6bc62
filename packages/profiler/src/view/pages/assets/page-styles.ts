import { EXCEPTION_STYLE } from 'oriel-core/error-pages';
import type { Block } from '../../../profile/view-model.ts';
import { BLOCKS_STYLE, WATERFALL_STYLE } from '../../render/blocks-style.ts';
import { BASE_STYLE, COPY_STYLE, EMPTY_STYLE } from './base-style.ts';
import { ISSUE_STYLE, LIST_STYLE, SYNTAX_STYLE } from './list-style.ts';
import { PROFILE_STYLE } from './profile-style.ts';

export const LIST_PAGE_STYLE = removeLineBreaks(BASE_STYLE + LIST_STYLE);
export const EMPTY_PAGE_STYLE = removeLineBreaks(BASE_STYLE + LIST_STYLE + EMPTY_STYLE);
export const SYNTAX_PAGE_STYLE = removeLineBreaks(BASE_STYLE + LIST_STYLE + SYNTAX_STYLE);
export const ISSUE_PAGE_STYLE = removeLineBreaks(BASE_STYLE + LIST_STYLE + ISSUE_STYLE);

export const PROFILE_PAGE_STYLE = removeLineBreaks(BLOCKS_STYLE + BASE_STYLE + COPY_STYLE + PROFILE_STYLE);
/** Style of the routes. On narrow screens, where the table has no head, the labels of its columns precede the values. */
export const ROUTES_PAGE_STYLE = removeLineBreaks(`${BLOCKS_STYLE}${BASE_STYLE}
.routes h1{margin-bottom:.8rem}
.routes td a:not(.mono){color:inherit;text-decoration:none}
.routes td a.bad{color:var(--bad)}.routes td a:hover{text-decoration:underline}
.routes .n a{white-space:nowrap}
@media (max-width:40rem){.routes td:has(.mono){display:block}
${['total', 'requests', 'failed', 'p50', 'p95', '', 'queries', 'most', 'calls'].map((label, index) => label && `.routes td:has(.mono)${'+td'.repeat(index + 1)}:has(a)::before{content:"${label} ";color:var(--quiet)}`).join('')}}
`);
export const REPLAY_PAGE_STYLE = removeLineBreaks(`${BASE_STYLE}
.replay{display:grid;gap:.9rem;max-width:60rem;margin-top:1rem}
h1 code{overflow-wrap:anywhere}
.replay label{display:grid;gap:.25rem;color:var(--quiet);font-size:.8125rem}
.replay .row{display:flex;flex-wrap:wrap;gap:.9rem}.replay .wide{flex:1;min-width:min(16rem,100%)}
.replay :is(input,textarea){width:100%;min-width:0;font:.8125rem/1.5 var(--mono);color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:6px;padding:.3rem .6rem}
.replay textarea{resize:vertical}
.replay fieldset{display:grid;gap:.7rem;min-width:0;margin:0;padding:.8rem 1rem 1rem;border:1px solid var(--line);border-radius:8px}
.replay :is(legend,h2){font-size:.875rem;font-weight:650;color:var(--ink);margin:0}.replay legend{padding:0 .4rem}
.replay :is(p,ul){margin:0;overflow-wrap:anywhere}.replay ul{padding-left:1.2rem}.replay section ul{margin-top:.3rem;font-size:.8125rem;color:var(--quiet)}
.replay code{overflow-wrap:anywhere;color:var(--ink)}
.replay .buttons a{text-decoration:none}
.replay .primary{min-height:2.25rem;padding:.2rem 1.4rem;color:var(--card);background:var(--ink);border-color:var(--ink);font-weight:600}
.replay .primary:hover{background:color-mix(in srgb,var(--ink) 85%,var(--card))}
.replay .buttons{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem}
.note{margin:.8rem 0;padding:.6rem .9rem;border-radius:8px;color:var(--warn);background:var(--warn-wash)}.note.bad{color:var(--bad);background:var(--bad-wash)}
.note ul{margin:0;padding-left:1.1rem}
`);
export const WATERFALL_PAGE_STYLE = removeLineBreaks(WATERFALL_STYLE + PROFILE_PAGE_STYLE);
export const EXCEPTION_PAGE_STYLE = removeLineBreaks(EXCEPTION_STYLE + PROFILE_PAGE_STYLE);

/** Returns the style of a page with these blocks. */
export function getBlocksPageStyle(blocks: readonly Block[]): string {
  const has = (kind: Block['kind']): boolean => blocks.some((block) => block.kind === kind);
  if (has('exception')) return has('waterfall') ? WATERFALL_STYLE + EXCEPTION_PAGE_STYLE : EXCEPTION_PAGE_STYLE;
  return has('waterfall') ? WATERFALL_PAGE_STYLE : PROFILE_PAGE_STYLE;
}

// Line breaks are optional between rules.
function removeLineBreaks(style: string): string {
  return style.replace(/\n+/g, '').trim();
}
