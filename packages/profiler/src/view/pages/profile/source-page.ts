import { readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { html, printable, redactSource, isViewableSource } from 'oriel-core/errors';
import { sourceHtml, fence } from 'oriel-core/error-pages';
import type { SourceExcerpt } from 'oriel-core/errors';
import { NotFoundError } from 'oriel-core/http';
import type { HttpResponse } from 'oriel-core/http';
import { PROFILE_PAGE_SCRIPT } from '../assets/page-scripts.ts';
import { EXCEPTION_PAGE_STYLE } from '../assets/page-styles.ts';
import type { ProfilerLinks } from '../profiler-links.ts';
import type { PageRequest } from '../page-request.ts';
import { createPageResponse } from '../representation.ts';
import type { Representation } from '../representation.ts';
import { getAlternateUrls } from '../search/search-html.ts';

/**
 * Handles `/_profiler/open?file=&line=`: source code around a line. Only source files inside the root can be opened,
 * symbolic links included. The error does not disclose why a file cannot be opened.
 */
export function sourcePage(request: PageRequest, suffix?: Representation): HttpResponse {
  const { pages, parameters, context, links } = request;
  const file = parameters.get('file') ?? '';
  const opened = readSource(pages.root, file);
  if (!opened) throw new NotFoundError(`The file "${printable(file, 200)}" cannot be opened.`);
  const line = Number(parameters.get('line') ?? '1');
  const excerpt = excerptAround(opened.text, Number.isInteger(line) ? line : 1);
  const { start, lines, highlight } = excerpt;
  return createPageResponse(
    request,
    {
      json: () => ({ file: opened.name, line: highlight.line, start, lines }),
      md: () =>
        `# ${opened.name.replace(/[^\w./-]/g, '?')}, line ${highlight.line}\n\n${fence(lines.join('\n'), 'ts')}\n`,
      html: () => ({
        title: opened.name,
        style: EXCEPTION_PAGE_STYLE,
        script: PROFILE_PAGE_SCRIPT,
        alternates: getAlternateUrls(context.path, links.query(parameters)),
        content: html`<div class="code">
          <div class="sticky">
            <h1><code>${opened.name}</code> <small>line ${highlight.line}</small></h1>
            ${renderEditorLink(links.editorLink(undefined)?.(opened.name, highlight.line))}
            <button type="button" class="js" data-copy-text="${opened.name}:${highlight.line}">Copy path</button>
          </div>
          ${renderMoreLink('earlier', start > 1 ? start - CONTEXT_LINES : undefined, opened.name, links)}
          ${sourceHtml(excerpt, `Source of ${opened.name}`)}
          ${renderMoreLink('later', start + lines.length <= opened.total ? start + lines.length + CONTEXT_LINES - 1 : undefined, opened.name, links)}
        </div>`,
      }),
    },
    suffix,
  );
}

const CONTEXT_LINES = 60;
const MAX_LINE_LENGTH = 400;
const MAX_FILE_BYTES = 2_000_000;

function readSource(root: string, file: string): { name: string; text: readonly string[]; total: number } | undefined {
  try {
    const real = realpathSync(root);
    const target = realpathSync(resolve(real, file));
    // Checks both the name and the resolved path, because either may be a symbolic link.
    if (file.includes('\0') || !isViewableSource(real, target) || !isViewableSource(real, resolve(real, file)))
      return undefined;
    const { size } = statSync(target);
    if (size > MAX_FILE_BYTES) return undefined;
    const text = readFileSync(target, 'utf8').split(/\r?\n/);
    if (text.at(-1) === '') text.pop();
    return { name: relative(real, target).split(sep).join('/'), text, total: text.length };
  } catch {
    return undefined;
  }
}

function excerptAround(text: readonly string[], wanted: number): SourceExcerpt {
  const line = Math.min(Math.max(1, wanted), Math.max(1, text.length));
  const start = Math.max(1, line - CONTEXT_LINES);
  const shown = text.slice(start - 1, line + CONTEXT_LINES);
  return {
    start,
    lines: shown.map((element) => printable(redactSource(element.slice(0, MAX_LINE_LENGTH)), MAX_LINE_LENGTH)),
    highlight: { line, column: 0 },
  };
}

function renderEditorLink(href: string | undefined) {
  return href !== undefined && html`<a class="button" href="${href}">Open in the editor</a>`;
}

function renderMoreLink(label: string, line: number | undefined, file: string, links: ProfilerLinks) {
  if (line === undefined) return undefined;
  return html`<p>
    <a href="${links.to('/open', new URLSearchParams({ file, line: String(Math.max(1, line)) }))}">${label} lines</a>
  </p>`;
}
