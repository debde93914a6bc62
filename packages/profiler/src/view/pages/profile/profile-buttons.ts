import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { Profile } from '../../../profile/profile.ts';
import type { PageRequest } from '../page-request.ts';
import { renderReplayButton } from '../replay/replay-button.ts';

/** Renders the buttons of a profile: send again, copy, share, pin. Without a script, an entry to copy opens the text as a page. */
export function renderProfileButtons(profile: Profile, request: PageRequest): Html {
  const { pages, links } = request;
  const { token, pinned, note = '' } = profile.summary;
  const to = (format: string): string => links.to(`/${token}/export/${format}`);
  const form = html`<input type="hidden" name="form" value="${pages.access.formToken}" />`;
  return html`<div class="buttons">
    ${renderReplayButton(profile, request)}
    <details class="menu">
      <summary class="button">Copy as</summary>
      <ul>
        ${COPIES.map(([format, label, hint]) => html`<li><a href="${to(format)}" data-copy-from title="${hint}">${label}</a></li>`)}
      </ul>
    </details>
    <details class="menu">
      <summary class="button">Share</summary>
      <ul>
        ${FILES.map(([format, label]) => html`<li><a href="${to(format)}" download="profile-${token}.${format}">${label}</a></li>`)}
      </ul>
    </details>
    ${
      pinned
        ? html`<form method="post" action="${links.to(`/${token}/unpin`)}">
            ${form}<button title="${note === '' ? 'Allow removal when the store is full' : note}">
              ◆ Pinned · Unpin
            </button>
          </form>`
        : html`<details class="menu">
            <summary class="button">Pin</summary>
            <form method="post" action="${links.to(`/${token}/pin`)}">
              <label>Note (optional) <input name="note" maxlength="500" placeholder="Why it is kept" /></label
              >${form}<button>Pin this profile</button>
            </form>
          </details>`
    }
  </div>`;
}

// The name in the menu of a format is also what a screen reader announces, so no two entries have the same.
const COPIES = [
  ['curl', 'cURL', 'The request as a command'],
  ['fetch', 'fetch', 'The request as JavaScript'],
  ['httpie', 'HTTPie', 'The request as a command'],
  ['markdown', 'Markdown', 'The complete profile, for an assistant or an issue'],
] as const;

const FILES = [
  ['html', 'HTML file'],
  ['har', 'HAR file'],
  ['json', 'JSON file'],
  ['md', 'Markdown file'],
] as const;
