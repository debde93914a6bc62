import { COMMON_TOP, KEYS_BOTTOM } from './script-common.ts';
import { LIST_PART } from './script-list.ts';
import { PROFILE_PART } from './script-profile.ts';

/**
 * The one script of a page: what all pages can do, and what only its kind can, so that no page carries what it has no use
 * for. Everything it does can be done without it. It is text because it runs in browsers, where none of this house's
 * types hold.
 */
export const PAGE_SCRIPT = scriptOf();
export const LIST_PAGE_SCRIPT = scriptOf(LIST_PART);
export const PROFILE_PAGE_SCRIPT = scriptOf(PROFILE_PART);

// Indentation and comments are for whoever edits it.
function scriptOf(part = ''): string {
  const source = `'use strict';(()=>{\n${COMMON_TOP}\n${part}\n${KEYS_BOTTOM}\n})();`;
  return source.replace(/^ *\/\/.*\n|^ +/gm, '').replace(/\n{2,}/g, '\n');
}
