import { randomBytes } from 'node:crypto';
import { remoteReason } from 'oriel-core/http';
import type { LocalRequest } from 'oriel-core/http';
import { allowScript, allowsRequestsToSelf } from './content-security-policy.ts';
import { hasPolicyElement, isAsciiCompatible } from './page-body.ts';
import { whyNotPage } from './page-response.ts';
import type { PageResponse } from './page-response.ts';
import type { ToolbarData } from './toolbar-data.ts';
import { TOOLBAR_SCRIPT } from './toolbar-script.ts';
import { TOOLBAR_STYLE } from './toolbar-style.ts';
import { JSON } from 'oriel-core/builtins';

export interface ToolbarPlan {
  /** Text to append to the body, ASCII only; empty if the toolbar is not added. */
  readonly markup: string;
  /** Headers to replace, each with its lines; without lines to remove. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
}

/** Returns whether a browser on this machine opens a page with this request, in a tab and not in a frame. */
export function opensPage(request: LocalRequest & { readonly method: string }): boolean {
  return (
    request.method !== 'HEAD' &&
    request.headers.get('sec-fetch-dest') === 'document' &&
    remoteReason(request) === undefined
  );
}

/**
 * Returns how a response changes to contain the toolbar; undefined if it does not change. The markup is appended after the
 * end of the document, so that the page stays as it is: parsers add such an element to the body.
 *
 * @param start the beginning of the body, as far as it is known; empty if it is not known yet
 * @param data called only if the toolbar is added
 */
export function planToolbar(
  response: PageResponse,
  start: string | Uint8Array,
  data: () => ToolbarData | undefined,
): ToolbarPlan | undefined {
  const reason = whyNotPage(response);
  if (reason === 'coded') return blocked('Content-Encoding');
  if (reason !== undefined || !isAsciiCompatible(start)) return undefined;
  const policies = response.lines('content-security-policy');
  const nonce = randomBytes(16).toString('base64');
  const allowed = policies.map((line) => allowScript(line, nonce));
  if (allowed.includes(undefined) || hasPolicyElement(start)) return blocked('Content-Security-Policy');
  const given = data();
  if (given === undefined) return undefined;
  const reported = response.lines('content-security-policy-report-only');
  const headers = new Map<string, readonly string[]>();
  if (policies.length > 0) headers.set('Content-Security-Policy', allowed as string[]);
  // A policy that cannot be changed only reports.
  const reporting = reported.map((line) => allowScript(line, nonce) ?? line);
  if (reporting.length > 0) headers.set('Content-Security-Policy-Report-Only', reporting);
  headers.set('Vary', [getVary(response.lines('vary'))]);
  // The validators are those of the page without the toolbar.
  for (const name of ['ETag', 'Last-Modified'])
    if (response.lines(name.toLowerCase()).length > 0) headers.set(name, []);
  const mayFetch = policies.every(allowsRequestsToSelf);
  return { markup: renderToolbar({ ...given, mayFetch }, nonce), headers };
}

// A response to `fetch` has no toolbar, so a cache must not return this one for it.
function getVary(lines: readonly string[]): string {
  const names = lines.join(', ');
  if (names === '') return 'Sec-Fetch-Dest';
  return /(?:^|,)\s*(?:\*|sec-fetch-dest)\s*(?:,|$)/i.test(names) ? names : `${names}, Sec-Fetch-Dest`;
}

function blocked(header: string): ToolbarPlan {
  return { markup: '', headers: new Map([['X-Debug-Toolbar', [`blocked by ${header}`]]]) };
}

/**
 * Renders the toolbar as one script element, which removes itself and creates the bar in a shadow root. The text is ASCII, so
 * that it is the same in nearly every charset.
 *
 * @param nonce of the Content-Security-Policy
 */
function renderToolbar(data: ToolbarData & { readonly mayFetch: boolean }, nonce: string): string {
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
