import type { ToolbarData } from './toolbar-data.ts';
import { TOOLBAR_SCRIPT } from './toolbar-script.ts';
import { TOOLBAR_STYLE } from './toolbar-style.ts';
import { JSON } from 'oriel-core/builtins';

/**
 * Renders the toolbar as one script element, which removes itself and creates the bar in a shadow root. The text is ASCII, so
 * that it is the same in nearly every charset.
 *
 * @param nonce of the Content-Security-Policy
 */
export function renderToolbar(data: ToolbarData & { readonly mayFetch: boolean }, nonce: string): string {
  return `<script nonce="${nonce}">(${TOOLBAR_SCRIPT})(${toLiteral(data)},${STYLE})</script>`;
}

// Neither `</script>` nor `<!--` may be in the text of a script.
function toLiteral(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]|[<>&]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const STYLE = toLiteral(TOOLBAR_STYLE);
