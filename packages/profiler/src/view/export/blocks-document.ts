import { html, printable } from 'oriel-core/errors';
import { span } from 'oriel-core/error-pages';
import type { Block } from '../../profile/view-model.ts';
import { renderBlocksAsHtml } from '../render/blocks-html.ts';
import { UNTRUSTED_NOTICE, renderBlocksAsMarkdown } from '../render/blocks-markdown.ts';
import { renderBlocksAsText } from '../render/blocks-terminal.ts';
import { renderDocument } from './documents.ts';

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
