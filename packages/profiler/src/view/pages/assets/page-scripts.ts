import { COMMON_TOP, KEYS_BOTTOM } from './script-common.ts';
import { LIST_PART } from './script-list.ts';
import { PROFILE_PART } from './script-profile.ts';

// Forms that send a request again keep masked headers until the tab is closed.
const REPLAY_PART = String.raw`// Masked headers are asked for once per tab
for(const form of $$('[data-replay]')){
  const kept=$$('[data-keep]',form);
  try{
    for(const input of kept)input.value=sessionStorage.getItem(input.dataset.keep)??'';
    form.onsubmit=()=>{for(const input of kept)if(input.value)sessionStorage.setItem(input.dataset.keep,input.value)};
  }catch{}
}`;

/**
 * The scripts of the pages: a common part, and a part for each kind of page. All pages work without scripts. Scripts are
 * strings because they run in browsers, where the types of this project do not apply.
 */
export const PAGE_SCRIPT = buildScript();
export const LIST_PAGE_SCRIPT = buildScript(LIST_PART);
export const PROFILE_PAGE_SCRIPT = buildScript(`${PROFILE_PART}\n${REPLAY_PART}`);
export const REPLAY_PAGE_SCRIPT = buildScript(REPLAY_PART);

// Removes indentation and comments.
function buildScript(part = ''): string {
  const source = `'use strict';(()=>{\n${COMMON_TOP}\n${part}\n${KEYS_BOTTOM}\n})();`;
  return source.replace(/^ *\/\/.*\n|^ +/gm, '').replace(/\n{2,}/g, '\n');
}
