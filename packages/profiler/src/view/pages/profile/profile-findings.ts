import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { Finding } from '../../../profile/profile.ts';
import type { Tone } from '../../../profile/view-model.ts';
import type { EditorLink } from '../../render/editor-links.ts';
import { getStatusTone } from '../../render/format.ts';
import { renderPlaces } from '../../render/places-html.ts';
import type { PageRequest } from '../page-request.ts';
import { recordedRoot } from '../../source-maps/map-profile.ts';
import type { ProfileView } from './profile-view.ts';

/** Renders the findings of a profile. The first ones are visible, the others are one click away. */
export function renderFindings({ profile, findings }: ProfileView, { links }: PageRequest): Html | false {
  if (findings.length === 0) return false;
  const editorLink = links.editorLink(recordedRoot(profile));
  const render = (finding: Finding): Html =>
    renderFinding(finding, links.profile(profile.summary.token, finding.panel), editorLink);
  const rest = findings.slice(MAX_VISIBLE);
  return html`<ul class="findings" aria-label="Findings">
      ${findings.slice(0, MAX_VISIBLE).map(render)}
    </ul>
    ${
      rest.length > 0 &&
      html`<details class="findings">
        <summary>${rest.length} more ${rest.length === 1 ? 'finding' : 'findings'}</summary>
        <ul aria-label="More findings">
          ${rest.map(render)}
        </ul>
      </details>`
    }`;
}

const MAX_VISIBLE = 3;

/** Returns the tone of the most severe finding, or of the status of a failed request if that is worse. */
export function findWorstTone(findings: readonly Finding[], status: number): Tone {
  const tones = findings.map(({ severity }) => getTone(severity)[1]);
  const all = [...tones, getStatusTone(status)];
  return (['bad', 'warning', 'info'] as const).find((tone) => all.includes(tone)) ?? 'good';
}

function renderFinding({ severity, text, panel }: Finding, href: string, editorLink: EditorLink | undefined): Html {
  const [sign, tone, name] = getTone(severity);
  return html`<li class="${tone}">
    <span aria-hidden="true">${sign}</span><span class="sr">${name}</span>
    ${renderPlaces(text, editorLink, (part) => html`<a href="${href}" title="Open panel ${panel}">${renderQuotes(part)}</a>`)}
  </li>`;
}

// Text between backticks is code.
function renderQuotes(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

const SEVERITIES = {
  error: ['✖', 'bad', 'Error:'],
  warning: ['⚠', 'warning', 'Warning:'],
  info: ['●', 'info', 'Notice:'],
} as const;

// Another version may have stored another severity.
function getTone(severity: Finding['severity']): (typeof SEVERITIES)[Finding['severity']] {
  return SEVERITIES[severity] ?? SEVERITIES.info;
}
