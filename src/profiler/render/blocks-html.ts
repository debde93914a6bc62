import { exceptionsHtml } from '../../core/errors/exception-html.ts';
import { html } from '../../core/errors/html.ts';
import { logsHtml } from '../../core/errors/error-page.ts';
import { printable } from '../../core/errors/printable.ts';
import type { Html } from '../../core/errors/html.ts';
import type { Block, Choice, Text } from '../panels/view-model.ts';
import { formatBytes } from './format.ts';
import { renderCode, truncateFacts } from './blocks-code-html.ts';
import { readStoredException } from './blocks-exception.ts';
import { renderTable } from './blocks-table-html.ts';
import { sanitizeHref, renderText } from './text-html.ts';
import { renderWaterfall } from './blocks-waterfall-html.ts';

/** How blocks are drawn. */
export interface BlockOptions {
  /** Are all folded parts open, as in a file that somebody prints or searches? */
  readonly isExpanded?: boolean;
  /** Proves that the profiler drew a form; without it no action is drawn, for nobody would take it. */
  readonly formToken?: string | undefined;
}

/**
 * Draws blocks as HTML that needs no script and no style attribute: only `BLOCKS_STYLE` and, for exceptions,
 * `EXCEPTION_STYLE`. All text in blocks is taken for text, whatever it looks like. Pictures are `data:` addresses, which
 * the page's policy has to let in (`img-src data:`).
 */
export function renderBlocksAsHtml(blocks: readonly Block[], options: BlockOptions = {}): Html {
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
      return renderTable(block, (inner) => renderBlocksAsHtml(inner, options), options.isExpanded === true);
    case 'filter':
      return filterHtml(block);
    case 'code':
      return renderCode(block);
    case 'waterfall':
      return renderWaterfall(block.rows, block.total, block.part);
    case 'image':
      return imageHtml(block);
    case 'exception':
      return exceptionHtml(block.view);
    case 'action':
      return actionHtml(block, options.formToken);
    case 'details':
      return html`<details${(block.open === true || options.isExpanded === true) && html` open`}><summary>${printable(block.summary, LONGEST_LINE)}</summary>${renderBlocksAsHtml(block.blocks, options)}</details>`;
  }
}

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

const LONGEST_LINE = 1_000;
const LONGEST_NOTE = 10_000;
const MOST_FACTS = 100;

function metricHtml({ label, value, hint }: Of<'metrics'>['items'][number]): Html {
  return html`<div${hint !== undefined && html` title="${printable(hint, LONGEST_LINE)}"`}><dt>${printable(label, LONGEST_LINE)}</dt><dd>${renderText(value)}</dd></div>`;
}

function factsHtml(
  { title, rows, empty, long }: Of<'facts'>,
  { isExpanded: unfolded }: BlockOptions,
): Html | undefined {
  if (rows.length === 0 && empty === undefined) return undefined;
  const most = unfolded === true ? rows.length : MOST_FACTS;
  const whole = long && sanitizeHref(long.fullUrl);
  const kept = whole === undefined ? rows : truncateFacts(rows, long!.maxBytes);
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
          <dd>${renderText(value)}</dd>
        </div>`,
    )}
  </dl>`;
}

// What was stored may be of another version: then a sentence is better than a page that fails.
function exceptionHtml(stored: unknown): Html {
  try {
    const view = readStoredException(stored);
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

/** A form with one button. Only to pages of the profiler: the token that proves it is nobody else's business. */
export function actionHtml(
  { label, path, fields }: Extract<Block, { kind: 'action' }>,
  formToken: string | undefined,
): Html | undefined {
  if (formToken === undefined || !OWN_PAGE.test(path)) return undefined;
  const hidden = Object.entries({ ...fields, form: formToken });
  return html`<form method="post" action="${path}">
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}<button>
      ${printable(label, 100)}
    </button>
  </form>`;
}

const OWN_PAGE = /^\/_profiler\/[\w/-]+(?:\?key=[\w.%-]+)?$/;

/** Links of which one holds; a document that stands alone shows how many there are of each. */
function filterHtml({ label, choices }: Extract<Block, { kind: 'filter' }>): Html {
  return html`<p class="filter"><b>${printable(label, 100)}</b> ${choices.map(choiceHtml)}</p>`;
}

function choiceHtml({ label, href, count, tone, current }: Choice): Html {
  const text = html`<span class="${tone ?? 'plain'}">${printable(label, 100)}</span
    >${count !== undefined && html` <small>${count}</small>`}`;
  const safe = href === '' ? undefined : sanitizeHref(href);
  return safe === undefined
    ? html`<span>${text}</span> `
    : html`<a href="${safe}" ${current === true && html` aria-current="true"`}>${text}</a> `;
}

/**
 * A picture as a `data:` address, or, where it would make the page too large, the way to it; a script puts the picture in
 * its place. Only what browsers draw without running anything; the data is base64 and nothing else.
 */
function imageHtml({ type, base64, alt, long }: Extract<Block, { kind: 'image' }>): Html {
  const safe =
    /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/.test(type) && /^[\w+/]+={0,2}$/.test(base64);
  if (!safe) return html`<p class="none">This picture cannot be shown here.</p>`;
  const href = long && base64.length > long.maxBytes ? sanitizeHref(long.fullUrl) : undefined;
  if (href === undefined)
    return html`<p class="picture"><img src="data:${type};base64,${base64}" alt="${printable(alt, 1_000)}" /></p>`;
  return html`<p class="picture" data-picture="${href}" data-alt="${printable(alt, 1_000)}">
    <a href="${href}">The picture, ${formatBytes(Math.floor((base64.length * 3) / 4))}</a>
  </p>`;
}
