import { html } from '../../../core/errors/html.ts';
import type { Html } from '../../../core/errors/html.ts';
import type { Profile } from '../../profile.ts';
import type { ProfilerLinks } from '../profiler-links.ts';
import type { PageRequest } from '../page-request.ts';

/** Renders the buttons of a profile: copy, pin, export. Without a script, copy buttons open the text as a page. */
export function renderProfileButtons({ summary }: Profile, { pages }: PageRequest, links: ProfilerLinks): Html {
  const { token, pinned, note = '' } = summary;
  const to = (format: string): string => links.to(`/${token}/export/${format}`);
  const form = html`<input type="hidden" name="form" value="${pages.access.formToken}" />`;
  return html`<div class="buttons">
    ${COPIES.map(([format, label]) => html`<a class="button" href="${to(format)}" data-copy-from title="Copy the request as ${label}">${label}</a>`)}
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
              >${form}<button>Pin</button>
            </form>
          </details>`
    }
    <details class="menu">
      <summary class="button">Export</summary>
      <ul>
        ${FILES.map(([format, label]) => html`<li><a href="${to(format)}" download="profile-${token}.${format}">${label}</a></li>`)}
      </ul>
    </details>
  </div>`;
}

const COPIES = [
  ['curl', 'cURL'],
  ['fetch', 'fetch'],
  ['httpie', 'HTTPie'],
] as const;

const FILES = [
  ['html', 'HTML file'],
  ['md', 'Markdown'],
  ['json', 'JSON'],
  ['har', 'HAR'],
] as const;
