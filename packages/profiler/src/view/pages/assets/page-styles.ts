import { EXCEPTION_STYLE } from 'oriel-core/error-pages';
import type { Block } from '../../../profile/view-model.ts';
import { BLOCKS_STYLE, WATERFALL_STYLE } from '../../render/blocks-style.ts';
import { BASE_STYLE, COPY_STYLE, EMPTY_STYLE } from './base-style.ts';
import { ISSUE_STYLE, LIST_STYLE, SYNTAX_STYLE } from './list-style.ts';
import { PROFILE_STYLE } from './profile-style.ts';
import { REPLAY_STYLE } from './replay-style.ts';

/** Style of the list. */
export const LIST_PAGE_STYLE = removeLineBreaks(BASE_STYLE + LIST_STYLE);
export const EMPTY_PAGE_STYLE = removeLineBreaks(BASE_STYLE + LIST_STYLE + EMPTY_STYLE);
export const SYNTAX_PAGE_STYLE = removeLineBreaks(BASE_STYLE + LIST_STYLE + SYNTAX_STYLE);
export const ISSUE_PAGE_STYLE = removeLineBreaks(BASE_STYLE + LIST_STYLE + ISSUE_STYLE);

/** Style of the profile page. */
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
/** Style of the form of a request that is sent again. */
export const REPLAY_PAGE_STYLE = removeLineBreaks(BASE_STYLE + REPLAY_STYLE);
/** Style of pages with a waterfall. */
export const WATERFALL_PAGE_STYLE = removeLineBreaks(WATERFALL_STYLE + PROFILE_PAGE_STYLE);
/** Style of pages with exceptions or source code. */
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
