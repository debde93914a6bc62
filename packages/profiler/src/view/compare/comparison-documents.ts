import { html, printable } from 'oriel-core/errors';
import { span } from 'oriel-core/error-pages';
import { NO_LINKS } from '../../profile/view-model.ts';
import { renderDocument } from '../export/documents.ts';
import { renderBlocksAsHtml } from '../render/blocks-html.ts';
import { UNTRUSTED_NOTICE, renderBlocksAsMarkdown } from '../render/blocks-markdown.ts';
import { renderBlocksAsText } from '../render/blocks-terminal.ts';
import type { Comparison } from './comparison.ts';
import { buildComparisonBlocks } from './comparison-blocks.ts';

/** Returns a comparison as one HTML file without scripts or external resources. */
export function exportComparisonHtml(comparison: Comparison): string {
  const { before, after } = comparison;
  const request = printable(`${after.method} ${after.path}`, 200);
  return renderDocument({
    title: `${request} · ${before.token} → ${after.token}`,
    content: html`<h1>${request}</h1>
      <p>${before.token} → ${after.token}</p>
      ${renderBlocksAsHtml(buildComparisonBlocks(comparison, NO_LINKS))}`,
  });
}

/** Returns a comparison as Markdown. */
export function exportComparisonMarkdown(comparison: Comparison): string {
  const { before, after } = comparison;
  return `${[
    `# Comparison ${before.token} → ${after.token}`,
    span(`${after.method} ${after.path}`),
    UNTRUSTED_NOTICE,
    renderBlocksAsMarkdown(buildComparisonBlocks(comparison, NO_LINKS)),
  ].join('\n\n')}\n`;
}

/** Returns a comparison as text for a terminal. */
export function exportComparisonText(comparison: Comparison): string {
  const { before, after } = comparison;
  const request = renderBlocksAsText([
    { kind: 'heading', text: `${after.method} ${after.path}    ${before.token} → ${after.token}` },
  ]);
  return `${request}\n\n${renderBlocksAsText(buildComparisonBlocks(comparison, NO_LINKS))}`;
}

/** Returns a comparison as data for JSON. */
export function exportComparisonData(comparison: Comparison): unknown {
  const { before, after, verdict, ...rest } = comparison;
  return { title: `Comparison ${before.token} → ${after.token}`, verdict, ...rest, before, after };
}
