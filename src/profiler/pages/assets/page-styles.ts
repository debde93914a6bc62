import { EXCEPTION_STYLE } from '../../../core/errors/exception-style.ts';
import { BLOCKS_STYLE } from '../../render/blocks-style.ts';
import { BASE_STYLE, COPY_STYLE, EMPTY_STYLE } from './base-style.ts';
import { APPLICATION_STYLE, ISSUE_STYLE, LIST_STYLE, SYNTAX_STYLE } from './list-style.ts';
import { PROFILE_STYLE } from './profile-style.ts';

/** Style of the list. */
export const LIST_PAGE_STYLE = removeEmptyLines(BASE_STYLE + LIST_STYLE);
/** For lists with a column for the application. */
export const APPLICATIONS_PAGE_STYLE = LIST_PAGE_STYLE + removeEmptyLines(APPLICATION_STYLE);
export const EMPTY_PAGE_STYLE = removeEmptyLines(BASE_STYLE + LIST_STYLE + EMPTY_STYLE);
export const SYNTAX_PAGE_STYLE = removeEmptyLines(BASE_STYLE + LIST_STYLE + SYNTAX_STYLE);
export const ISSUE_PAGE_STYLE = removeEmptyLines(BASE_STYLE + LIST_STYLE + ISSUE_STYLE);

/** Style of the profile page, with the styles of exceptions and blocks. */
export const PROFILE_PAGE_STYLE = removeEmptyLines(
  EXCEPTION_STYLE + BLOCKS_STYLE + BASE_STYLE + COPY_STYLE + PROFILE_STYLE,
);

// Removes empty lines.
function removeEmptyLines(style: string): string {
  return style.replace(/\n+/g, '\n').trim();
}
