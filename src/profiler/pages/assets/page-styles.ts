import { EXCEPTION_STYLE } from '../../../core/errors/exception-style.ts';
import { BLOCKS_STYLE } from '../../render/blocks-style.ts';
import { BASE_STYLE, COPY_STYLE, EMPTY_STYLE } from './base-style.ts';
import { ISSUE_STYLE, LIST_STYLE, WORDS_STYLE } from './list-style.ts';
import { PROFILE_STYLE } from './profile-style.ts';

/** The one stylesheet of a page about many requests. */
export const LIST_PAGE_STYLE = tight(BASE_STYLE + LIST_STYLE);
export const EMPTY_PAGE_STYLE = tight(BASE_STYLE + LIST_STYLE + EMPTY_STYLE);
export const SYNTAX_PAGE_STYLE = tight(BASE_STYLE + LIST_STYLE + WORDS_STYLE);
export const ISSUE_PAGE_STYLE = tight(BASE_STYLE + LIST_STYLE + ISSUE_STYLE);

/** The one stylesheet of a page about one request: exceptions and blocks bring their own part. */
export const PROFILE_PAGE_STYLE = tight(EXCEPTION_STYLE + BLOCKS_STYLE + BASE_STYLE + COPY_STYLE + PROFILE_STYLE);

// Line breaks are for whoever edits it.
function tight(style: string): string {
  return style.replace(/\n+/g, '\n').trim();
}
