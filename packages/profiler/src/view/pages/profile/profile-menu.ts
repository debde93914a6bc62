import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import { frameworkName } from '../../panels/framework.ts';
import type { PageRequest } from '../page-request.ts';
import type { MenuItem, ProfileView } from './profile-view.ts';

/** Renders the menu: the panels with data, and one entry for all others. */
export function renderProfileMenu({ profile, menu, current }: ProfileView, { links }: PageRequest): Html {
  const shown = menu.filter((item) => item.view !== undefined || item === current);
  const empty = menu.filter((item) => item.view === undefined);
  const linkTo = ({ panel }: MenuItem): string => links.profile(profile.summary.token, panel.name);
  return html`<nav class="tabs" aria-label="Panels">
    <ul>
      ${shown.map((item) => renderItem(item, item === current, linkTo(item)))}
    </ul>
    ${
      empty.length > 0 &&
      html`<details class="menu">
        <summary class="button">Not recorded (${empty.length})</summary>
        <div>${renderEmpty(empty, frameworkName(profile.data), linkTo)}</div>
      </details>`
    }
  </nav>`;
}

function renderItem({ panel, view }: MenuItem, isCurrent: boolean, href: string): Html {
  const { name, title } = panel;
  const count = view?.count;
  return html`<li${!view && html` class="none"`}><a href="${href}" data-panel="${name}"${isCurrent && html` aria-current="page"`}><span>${title}</span>${count !== undefined && html` <b class="${view?.tone ?? 'muted'}">${count}</b>`}</a></li>`;
}

// Panels that only an Oriel host has data for are listed apart, because no request to another server has them.
function renderEmpty(
  items: readonly MenuItem[],
  framework: string | undefined,
  linkTo: (item: MenuItem) => string,
): (Html | false)[] {
  const isHostOnly = ({ panel }: MenuItem): boolean => framework !== undefined && panel.needsHost === true;
  const list = (intro: string, listed: readonly MenuItem[]): Html | false =>
    listed.length > 0 &&
    html`<p>
      ${intro}
      ${listed.map((item, index) => html`${index > 0 && ', '}<a href="${linkTo(item)}" data-panel="${item.panel.name}">${item.panel.title}</a>`)}.
    </p>`;
  return [
    list(
      'This request has no data for',
      items.filter((item) => !isHostOnly(item)),
    ),
    list(`${framework ?? ''} does not state`, items.filter(isHostOnly)),
  ];
}
