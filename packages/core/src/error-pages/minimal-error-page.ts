import { createHash } from 'node:crypto';
import type { ProblemDocument } from '../http/problem.ts';
import { statusText } from '../http/problem.ts';
import { ENGLISH_CATALOGUE } from '../messages/catalogue.ts';
import type { Catalogue } from '../messages/catalogue.ts';
import { fence } from './error-markdown.ts';
import { html, raw } from '../errors/html.ts';
import { printable } from '../errors/printable.ts';

/** Renders the error page for clients: status, reason and the `detail` of the problem document. */
export function minimalErrorPage(problem: ProblemDocument, catalogue: Catalogue = ENGLISH_CATALOGUE): string {
  const title = getTitle(problem, catalogue);
  return html`<!doctype html>
    <html lang="${catalogue.tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${problem.detail !== undefined && html`<p>${getDetail(problem)}</p>`}
        </main>
      </body>
    </html>`.toString();
}

/** Renders the same content as Markdown. */
export function minimalErrorMarkdown(problem: ProblemDocument, catalogue: Catalogue = ENGLISH_CATALOGUE): string {
  const detail = getDetail(problem);
  return `# ${getTitle(problem, catalogue)}\n${detail === '' ? '' : `\n${fence(detail)}\n`}`;
}

/** Renders the same content as plain text. */
export function minimalErrorText(problem: ProblemDocument, catalogue: Catalogue = ENGLISH_CATALOGUE): string {
  const detail = getDetail(problem);
  return `${getTitle(problem, catalogue)}\n${detail === '' ? '' : `\n${detail}\n`}`;
}

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:1.0625rem/1.5 system-ui,sans-serif;background:#fbfaf7;color:#1f1d1a}main{max-width:40rem;padding:2rem;overflow-wrap:anywhere}h1{margin:0 0 .5rem;font-size:clamp(1.6rem,5vw,2.25rem);line-height:1.15;letter-spacing:-.02em}p{margin:0;color:#67625a}@media(prefers-color-scheme:dark){body{background:#16161a;color:#e9e6e0}p{color:#a39e95}}';
// One string, because the hash covers everything between the tags.
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`);

/** The Content-Security-Policy source for the style of the page: a hash, because the style never changes. */
export const MINIMAL_STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

function getTitle({ status }: ProblemDocument, catalogue: Catalogue): string {
  return `${catalogue.error} ${status} ${statusText(status, catalogue)}`;
}

function getDetail({ detail }: ProblemDocument): string {
  return typeof detail === 'string' ? printable(detail, 10_000) : '';
}
