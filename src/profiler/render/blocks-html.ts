import { exceptionsHtml } from '../../core/errors/exception-html.ts';
import { html } from '../../core/errors/html.ts';
import { logsHtml } from '../../core/errors/error-page.ts';
import { printable } from '../../core/errors/printable.ts';
import type { Html } from '../../core/errors/html.ts';
import type { Block, Text } from '../panels/view-model.ts';
import { actionHtml } from './blocks-action-html.ts';
import { codeHtml, factsWithin } from './blocks-code-html.ts';
import { exceptionView } from './blocks-exception.ts';
import { filterHtml } from './blocks-filter-html.ts';
import { imageHtml } from './blocks-image-html.ts';
import { tableHtml } from './blocks-table-html.ts';
import { safeHref, textHtml } from './blocks-text-html.ts';
import { waterfallHtml } from './blocks-waterfall-html.ts';

/** How blocks are drawn. */
export interface BlockOptions {
  /** Are all folded parts open, as in a file that somebody prints or searches? */
  readonly unfolded?: boolean;
  /** Proves that the profiler drew a form; without it no action is drawn, for nobody would take it. */
  readonly formToken?: string | undefined;
}

/**
 * Draws blocks as HTML that needs no script and no style attribute: only `BLOCKS_STYLE` and, for exceptions,
 * `EXCEPTION_STYLE`. All text in blocks is taken for text, whatever it looks like. Pictures are `data:` addresses, which
 * the page's policy has to let in (`img-src data:`).
 */
export function renderBlocks(blocks: readonly Block[], options: BlockOptions = {}): Html {
  return html`<div class="blocks">${blocks.map((block) => blockHtml(block, options))}</div>`;
}

function blockHtml(block: Block, options: BlockOptions): Html | undefined {
  switch (block.kind) {
    case 'heading':
      return html`<h3${block.id !== undefined && html` id="${block.id}"`}>${printable(block.text, LONGEST_LINE)}</h3>`;
    case 'note':
      return html`<p class="note ${block.tone ?? 'info'}">${printable(block.text, LONGEST_NOTE)}</p>`;
    case 'metrics':
      return html`<dl class="metrics">${block.items.map(metricHtml)}</dl>`;
    case 'facts':
      return factsHtml(block, options);
    case 'table':
      return tableHtml(block, (inner) => renderBlocks(inner, options), options.unfolded === true);
    case 'filter':
      return filterHtml(block);
    case 'code':
      return codeHtml(block);
    case 'waterfall':
      return waterfallHtml(block.rows, block.total, block.part);
    case 'image':
      return imageHtml(block);
    case 'exception':
      return exceptionHtml(block.view);
    case 'action':
      return actionHtml(block, options.formToken);
    case 'details':
      return html`<details${(block.open === true || options.unfolded === true) && html` open`}><summary>${printable(block.summary, LONGEST_LINE)}</summary>${renderBlocks(block.blocks, options)}</details>`;
  }
}

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

const LONGEST_LINE = 1_000;
const LONGEST_NOTE = 10_000;
const MOST_FACTS = 100;

function metricHtml({ label, value, hint }: Of<'metrics'>['items'][number]): Html {
  return html`<div${hint !== undefined && html` title="${printable(hint, LONGEST_LINE)}"`}><dt>${printable(label, LONGEST_LINE)}</dt><dd>${textHtml(value)}</dd></div>`;
}

function factsHtml({ title, rows, empty, long }: Of<'facts'>, { unfolded }: BlockOptions): Html | undefined {
  if (rows.length === 0 && empty === undefined) return undefined;
  const most = unfolded === true ? rows.length : MOST_FACTS;
  const whole = long && safeHref(long.whole);
  const kept = whole === undefined ? rows : factsWithin(rows, long!.most);
  const rest = kept.slice(most);
  // That there is nothing takes no more than a line.
  if (rows.length === 0 && title !== undefined)
    return html`<h4 class="nothing">${printable(title, LONGEST_LINE)} <small>${empty}</small></h4>`;
  return html`${title !== undefined && html`<h4>${printable(title, LONGEST_LINE)}${rows.length > 0 && html` <small>${rows.length}</small>`}</h4>`}
  ${rows.length === 0 ? html`<p class="none">${empty}</p>` : listHtml(kept.slice(0, most))}
  ${
    rest.length > 0 &&
    html`<details>
      <summary>${rest.length} more</summary>
      ${listHtml(rest)}
    </details>`
  }
  ${whole !== undefined && isCut(kept, rows) && html`<p class="none">That is not all. <a href="${whole}">All of it</a></p>`}`;
}

function isCut(kept: Of<'facts'>['rows'], rows: Of<'facts'>['rows']): boolean {
  return kept.length < rows.length || kept.some(([, value], index) => value !== rows[index]![1]);
}

function listHtml(rows: readonly (readonly [string, Text])[]): Html {
  return html`<dl class="pairs">
    ${rows.map(
      ([label, value]) =>
        html`<div>
          <dt>${printable(label, LONGEST_LINE)}</dt>
          <dd>${textHtml(value)}</dd>
        </div>`,
    )}
  </dl>`;
}

// What was stored may be of another version: then a sentence is better than a page that fails.
function exceptionHtml(stored: unknown): Html {
  try {
    const view = exceptionView(stored);
    if (view) {
      return html`<div class="${view.status >= 500 ? 'server' : 'client'}">
        ${exceptionsHtml(view.exceptions, { omitted: view.omittedExceptions })}
        <h4>Logs</h4>
        ${logsHtml(view)}
      </div>`;
    }
  } catch {
    // Said below.
  }
  return html`<p class="none">What was recorded of this exception cannot be read.</p>`;
}
