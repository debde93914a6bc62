import { createHash } from 'node:crypto';
import { fence, span, EXCEPTION_STYLE } from 'oriel-core/error-pages';
import { html, raw, printable } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { Profile } from '../../profile/profile.ts';
import { toExportedSummary } from '../../profile/visitor.ts';
import { drawPanel } from '../panels/draw-panel.ts';
import { toList } from '../../profile/recorded-values.ts';
import { renderBlocksAsHtml } from '../render/blocks-html.ts';
import { UNTRUSTED_NOTICE, formatLabel, renderBlocksAsMarkdown } from '../render/blocks-markdown.ts';
import { BLOCKS_STYLE, WATERFALL_STYLE } from '../render/blocks-style.ts';
import { renderBlocksAsText } from '../render/blocks-terminal.ts';
import type { Block, Panel } from '../../profile/view-model.ts';
import { NO_LINKS } from '../../profile/view-model.ts';
import { buildSummaryBlocks } from './summary-blocks.ts';

/**
 * Exports a profile as one HTML file without scripts or external resources. Its Content Security Policy allows only its
 * own style.
 */
export function exportHtml(profile: Profile, panels: readonly Panel[]): string {
  const { summary, data } = profile;
  const drawn = panels.flatMap((panel) => {
    const view = drawPanel(panel, profile, NO_LINKS);
    return view ? [{ panel, view }] : [];
  });
  const findings = toList(data.findings).map(({ severity, text }): Block => ({
    kind: 'note',
    tone: TONES[severity] ?? 'info',
    text: `${severity}: ${text}`,
  }));
  return renderDocument({
    title: `${summary.status} ${printable(`${summary.method} ${summary.path}`, 200)} · profile ${summary.token}`,
    className: summary.status >= 500 ? 'server' : 'client',
    content: html`<h1>
        ${summary.status >= 400 && 'Error '}${summary.status} ${printable(String(data.response?.reason ?? ''), 100)}
      </h1>
      ${renderBlocksAsHtml([...buildSummaryBlocks(summary), ...findings])}
      <nav>${drawn.map(({ panel }) => html`<a href="#panel-${panel.name}">${panel.title}</a> `)}</nav>
      ${drawn.map(
        ({ panel, view }) =>
          html`<section id="panel-${panel.name}">
            <h2>${panel.title}</h2>
            ${renderBlocksAsHtml(view.blocks)}
          </section>`,
      )}`,
  });
}

/** Returns blocks with a title as a document: text for a terminal, Markdown, or one HTML file without external resources. */
export function exportBlocks(title: string, blocks: readonly Block[], format: 'human' | 'md' | 'html'): string {
  const heading = printable(title, 200);
  if (format === 'human') return renderBlocksAsText([{ kind: 'heading', text: title }, ...blocks]);
  if (format === 'md') return [`# ${span(heading)}`, UNTRUSTED_NOTICE, renderBlocksAsMarkdown(blocks)].join('\n\n');
  return renderDocument({
    title: heading,
    content: html`<h1>${heading}</h1>
      ${renderBlocksAsHtml(blocks)}`,
  });
}

/** Renders an HTML file without scripts or external resources. */
export function renderDocument(document: {
  readonly title: string;
  readonly className?: string;
  readonly content: Html;
}): string {
  const { title, className = 'client', content } = document;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; img-src data:; style-src 'sha256-${DIGEST}'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body class="${className}">
        ${content}
      </body>
    </html>`.toString();
}

const TONES = { info: 'info', warning: 'warning', error: 'bad' } as const;

const STYLE = `${EXCEPTION_STYLE}${BLOCKS_STYLE}${WATERFALL_STYLE}
*{box-sizing:border-box}
body{max-width:72rem;margin:0 auto;padding:1.5rem clamp(1rem,4vw,2.5rem) 3rem;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{margin:.5rem 0 1rem;font-size:2rem;line-height:1.1}
section{margin-top:2.5rem}
h2{margin:0 0 .8rem;padding-bottom:.3rem;border-bottom:2px solid var(--line);font-size:1.25rem}
nav{margin-top:1.5rem}
a{color:var(--link)}
`;

// Separate from the template above, because formatting the template would change the digest.
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`);
const DIGEST = createHash('sha256').update(STYLE).digest('base64');

/** Exports a profile as Markdown: summary, findings, and each panel with data. */
export function exportMarkdown(profile: Profile, panels: readonly Panel[]): string {
  const { summary, data } = profile;
  const findings = toList(data.findings);
  const parts = [
    `# Profile ${formatLabel(summary.token)}`,
    UNTRUSTED_NOTICE,
    renderBlocksAsMarkdown(buildSummaryBlocks(summary)),
  ];
  if (findings.length > 0)
    parts.push('## Findings', fence(findings.map(({ severity, text }) => `${severity}: ${text}`).join('\n')));
  for (const panel of panels) {
    const view = drawPanel(panel, profile, NO_LINKS);
    if (view) parts.push(`## ${formatLabel(panel.title)}`, renderBlocksAsMarkdown(view.blocks, 3));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Returns a profile as JSON: everything that was recorded, except for the id of the visitor. */
export function exportJson({ summary, data }: Profile): string {
  return `${JSON.stringify({ summary: toExportedSummary(summary), data }, undefined, 2)}\n`;
}
