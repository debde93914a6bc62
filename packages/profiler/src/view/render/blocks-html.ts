import { exceptionsHtml, logsHtml } from 'oriel-core/error-pages';
import { html, raw, printable } from 'oriel-core/errors';
import type { ErrorView, Html } from 'oriel-core/errors';
import { PAGES_PATH } from '../pages-path.ts';
import type { Block, Choice, Text } from '../../profile/view-model.ts';
import { formatFields, readFields } from '../panels/log-fields.ts';
import type { EditorLink } from './editor-links.ts';
import { SAFE_IMAGES } from './body-view.ts';
import { renderPlaces } from './places-html.ts';
import { formatBytes } from './format.ts';
import { renderCode, truncateFacts } from './blocks-code-html.ts';
import { UNKNOWN_FORMAT, renderStoredException } from './blocks-exception.ts';
import { nextLevel, renderTitle } from './heading-html.ts';
import type { HeadingLevel } from './heading-html.ts';
import { renderTable } from './blocks-table-html.ts';
import { sanitizeHref, renderText } from './text-html.ts';
import { renderWaterfall } from './blocks-waterfall-html.ts';

export interface BlockOptions {
  /** Whether collapsed content is expanded, as in a file for printing or searching. */
  readonly isExpanded?: boolean;
  /** Token of the profiler's forms. Without it, actions are omitted. */
  readonly formToken?: string | undefined;
  /** The path of the profiler's pages, to which forms may be sent. Default: `/_profiler`. */
  readonly pagesPath?: string | undefined;
  /** Returns the link of a position in notes and stack traces to the editor; undefined without an editor. */
  readonly editorLink?: EditorLink | undefined;
  /** Level of the outermost headings. Default: 3. */
  readonly level?: HeadingLevel;
}

/**
 * Renders blocks as HTML without scripts or style attributes. It needs `BLOCKS_STYLE` and, for exceptions,
 * `EXCEPTION_STYLE`. All text is escaped. Images are `data:` URLs, which the page's policy must allow (`img-src data:`).
 */
export function renderBlocksAsHtml(blocks: readonly Block[], options: BlockOptions = {}): Html {
  const { level = 3 } = options;
  // Titles that follow a heading are those of its section.
  const first = blocks.findIndex(({ kind }) => kind === 'heading');
  const render = (block: Block, index: number): Html | undefined =>
    renderBlock(block, { ...options, level: first >= 0 && index > first ? nextLevel(level) : level }, level);
  return html`<div class="blocks">${blocks.map(render)}</div>`;
}

function renderBlock(
  block: Block,
  options: BlockOptions & { readonly level: HeadingLevel },
  headingLevel: HeadingLevel,
): Html | undefined {
  const { level } = options;
  const renderInner = (inner: readonly Block[]): Html =>
    renderBlocksAsHtml(inner, { ...options, level: nextLevel(level) });
  switch (block.kind) {
    case 'heading':
      return html`${raw(`<h${headingLevel}`)}${block.id !== undefined && html` id="${block.id}"`}>${printable(block.text, MAX_LINE_LENGTH)}${raw(`</h${headingLevel}>`)}`;
    case 'note':
      return html`<p class="note ${block.tone ?? 'info'}">
        ${renderPlaces(printable(block.text, MAX_NOTE_LENGTH), options.editorLink, String)}
      </p>`;
    case 'metrics':
      return html`<dl class="metrics">${block.items.map(renderMetric)}</dl>`;
    case 'facts':
      return renderFacts(block, options);
    case 'table':
      return renderTable(block, { render: renderInner, level, isExpanded: options.isExpanded === true });
    case 'filter':
      return renderFilter(block);
    case 'code':
      return renderCode(block);
    case 'waterfall':
      return renderWaterfall(block.rows, block.total, block.range, options.isExpanded === true);
    case 'image':
      return renderImage(block);
    case 'exception':
      return renderException(block.view, options.editorLink);
    case 'action':
      return renderAction(block, options);
    case 'details':
      return html`<details${(block.open === true || options.isExpanded === true) && html` open`}><summary>${printable(block.summary, MAX_LINE_LENGTH)}</summary>${renderInner(block.blocks)}</details>`;
  }
}

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

const MAX_LINE_LENGTH = 1_000;
const MAX_NOTE_LENGTH = 10_000;
const MAX_FACTS = 100;

function renderMetric({ label, value, hint }: Of<'metrics'>['items'][number]): Html {
  return html`<div${hint !== undefined && html` title="${printable(hint, MAX_LINE_LENGTH)}"`}><dt>${printable(label, MAX_LINE_LENGTH)}</dt><dd>${renderText(value)}</dd></div>`;
}

function renderFacts(
  { title, rows, empty, truncation }: Of<'facts'>,
  { isExpanded, level = 3 }: BlockOptions,
): Html | undefined {
  if (rows.length === 0 && empty === undefined) return undefined;
  const most = isExpanded === true ? rows.length : MAX_FACTS;
  const fullUrl = truncation && sanitizeHref(truncation.fullUrl);
  const facts = fullUrl === undefined ? rows : truncateFacts(rows, truncation!.maxBytes);
  const rest = facts.slice(most);
  // An empty list takes one line.
  if (rows.length === 0 && title !== undefined)
    return renderTitle(level, html`${printable(title, MAX_LINE_LENGTH)} <small>${empty}</small>`, true);
  return html`${title !== undefined && renderTitle(level, html`${printable(title, MAX_LINE_LENGTH)}${rows.length > 0 && html` <small>${rows.length}</small>`}`)}
  ${rows.length === 0 ? html`<p class="none">${empty}</p>` : renderFactList(facts.slice(0, most))}
  ${
    rest.length > 0 &&
    html`<details>
      <summary>${rest.length} more</summary>
      ${renderFactList(rest)}
    </details>`
  }
  ${fullUrl !== undefined && isCut(facts, rows) && html`<p class="none">Truncated. <a href="${fullUrl}">Show all</a></p>`}`;
}

function isCut(facts: Of<'facts'>['rows'], rows: Of<'facts'>['rows']): boolean {
  return facts.length < rows.length || facts.some(([, value], index) => value !== rows[index]![1]);
}

function renderFactList(rows: readonly (readonly [string, Text])[]): Html {
  return html`<dl class="pairs">
    ${rows.map(
      ([label, value]) =>
        html`<div>
          <dt>${printable(label, MAX_LINE_LENGTH)}</dt>
          <dd>${renderText(value)}</dd>
        </div>`,
    )}
  </dl>`;
}

function renderException(stored: unknown, linkTo: EditorLink | undefined): Html {
  const rendered = renderStoredException(
    stored,
    (view) =>
      html`<div class="${view.status >= 500 ? 'server' : 'client'}">
        ${exceptionsHtml(view.exceptions, { omitted: view.omittedExceptions, linkTo })}
        <h3 class="caption">Logs</h3>
        ${logsHtml({ ...view, logs: view.logs.map(shortenContext) })}
      </div>`,
  );
  return rendered ?? html`<p class="none">${UNKNOWN_FORMAT}</p>`;
}

// The stack of a logged error is that of the exception above, and the panel of the logs has all fields.
function shortenContext(log: ErrorView['logs'][number]): ErrorView['logs'][number] {
  const fields = readFields(String(log.context));
  return fields === undefined ? log : { ...log, context: formatFields(fields) };
}

/** Renders a form with one button. The target must be a page of the profiler, because the form contains its token. */
function renderAction(
  { label, path, fields }: Extract<Block, { kind: 'action' }>,
  { formToken, pagesPath = PAGES_PATH }: BlockOptions,
): Html | undefined {
  if (formToken === undefined || !isPage(path, pagesPath)) return undefined;
  const hidden = Object.entries({ ...fields, form: formToken });
  return html`<form method="post" action="${path}">
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}<button>
      ${printable(label, 100)}
    </button>
  </form>`;
}

function isPage(path: string, pagesPath: string): boolean {
  return path.startsWith(pagesPath) && /^\/[\w/-]+(?:\?key=[\w.%-]+)?$/.test(path.slice(pagesPath.length));
}

/** Renders filter links with their counts; without links in exported documents. */
function renderFilter({ label, choices }: Extract<Block, { kind: 'filter' }>): Html {
  return html`<p class="filter"><b>${printable(label, 100)}</b> ${choices.map(renderChoice)}</p>`;
}

function renderChoice({ label, href, count, tone, current }: Choice): Html {
  const text = html`<span class="${tone ?? 'plain'}">${printable(label, 100)}</span
    >${count !== undefined && html` <small>${count}</small>`}`;
  const safe = href === '' ? undefined : sanitizeHref(href);
  return safe === undefined
    ? html`<span>${text}</span> `
    : html`<a href="${safe}" ${current === true && html` aria-current="true"`}>${text}</a> `;
}

/**
 * Renders an image as a `data:` URL, or as a link if it exceeds the size limit; a script replaces the link by the image.
 * Only formats that cannot contain scripts are rendered.
 */
function renderImage({ type, base64, alt, truncation }: Extract<Block, { kind: 'image' }>): Html {
  if (!SAFE_IMAGES.test(type) || !/^[\w+/]+={0,2}$/.test(base64))
    return html`<p class="none">This image cannot be displayed.</p>`;
  const href = truncation && base64.length > truncation.maxBytes ? sanitizeHref(truncation.fullUrl) : undefined;
  if (href === undefined)
    return html`<p class="picture"><img src="data:${type};base64,${base64}" alt="${printable(alt, 1_000)}" /></p>`;
  return html`<p class="picture" data-picture="${href}" data-alt="${printable(alt, 1_000)}">
    <a href="${href}">Image, ${formatBytes(Math.floor((base64.length * 3) / 4))}</a>
  </p>`;
}
