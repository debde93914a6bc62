import type { ExceptionView } from '../errors/exceptions.ts';
import type { Frame } from '../errors/frames.ts';
import { html } from '../errors/html.ts';
import type { Html } from '../errors/html.ts';
import { sourceHtml } from './source-html.ts';

/**
 * Renders exceptions with their stack traces, for error pages and profiles. Requires `EXCEPTION_STYLE`.
 *
 * @param exceptions outermost first
 * @param options `omitted`: the number of exceptions that are not listed; `titled`: the first message is already shown above;
 *   `linkTo`: returns the link of a position in a file
 */
export function exceptionsHtml(
  exceptions: readonly ExceptionView[],
  options: { readonly omitted?: number; readonly titled?: boolean; readonly linkTo?: LinkTo | undefined } = {},
): Html {
  const { omitted = 0, titled = false, linkTo } = options;
  return html`${exceptions.map((exception, index) => exceptionHtml(exception, !titled || index > 0, linkTo))}
  ${omitted > 0 && html`<p class="quiet">… and at least ${omitted} more.</p>`}`;
}

type LinkTo = (file: string, line: number) => string | undefined;

function exceptionHtml(exception: ExceptionView, withMessage: boolean, linkTo: LinkTo | undefined): Html {
  const { className, classChain, message, code, frames, via, depth } = exception;
  const above = classChain.filter((name) => name !== className);
  return html`<article class="exception" aria-label="${className}">
    ${via !== 'thrown' && html`<p class="via">${via === 'cause' ? 'Caused by' : 'One of several errors'}${depth > 1 && html` <span>· level ${depth}</span>`}</p>`}
    <h3>${className}${above.length > 0 && html` <small>${above.map((name) => html`<span>${name}</span>`)}</small>`}</h3>
    ${withMessage && message !== '' && html`<p class="message"><span>${message}</span></p>`}
    ${propertiesHtml(exception, code)}
    ${
      frames.length === 0
        ? html`<p class="quiet">No stack trace.</p>`
        : html`<ol class="frames">
            ${getRuns(frames).map((run) => runHtml(run, linkTo))}
          </ol>`
    }
  </article>`;
}

function propertiesHtml({ properties }: ExceptionView, code: string | undefined): Html | undefined {
  const entries = Object.entries(properties).filter(([name, value]) => !isDull(name, value));
  if (code !== undefined) entries.unshift(['code', code]);
  if (entries.length === 0) return undefined;
  return html`<dl class="properties">
    ${entries.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Whether a property has the default value that every HTTP error has. */
function isDull(name: string, value: unknown): boolean {
  if (name === 'type') return value === 'about:blank';
  return name === 'title' || (name === 'extensions' && JSON.stringify(value) === '{}');
}

type Run = Frame | readonly Frame[];

/** Renders frames of the application one by one, and groups the frames between them. */
function getRuns(frames: readonly Frame[]): Run[] {
  const runs: Run[] = [];
  let foreign: Frame[] = [];
  for (const frame of frames) {
    if (frame.kind !== 'yours') {
      if (foreign.length === 0) runs.push(foreign);
      foreign.push(frame);
    } else {
      foreign = [];
      runs.push(frame);
    }
  }
  return runs;
}

function runHtml(run: Run, linkTo: LinkTo | undefined): Html {
  if (!('kind' in run)) {
    return html`<li class="folded">
      <details>
        <summary>${foldedText(run)}</summary>
        <ol>
          ${run.map((frame) => html`<li>${placeHtml(frame, linkTo)}</li>`)}
        </ol>
      </details>
    </li>`;
  }
  if (!run.excerpt) return html`<li class="yours">${placeHtml(run, linkTo)}</li>`;
  return html`<li class="yours">
    <details${run.open && html` open`}><summary>${placeHtml(run, linkTo)}</summary>${sourceHtml(run.excerpt, `Source of ${run.shortFile}`)}</details>
  </li>`;
}

function foldedText(frames: readonly Frame[]): string {
  const kinds = new Set(frames.map((frame) => frame.kind));
  const where = kinds.size === 2 ? 'dependencies and Node' : kinds.has('node') ? 'Node' : 'dependencies';
  return `${frames.length} ${frames.length === 1 ? 'frame' : 'frames'} in ${where}`;
}

function placeHtml(frame: Frame, linkTo: LinkTo | undefined): Html {
  const name = html`<span class="function">${frame.function === '' ? '(anonymous)' : frame.function}</span>`;
  if (frame.file === '') return html`${name} <span class="place">native</span>`;
  const location = html`${frame.shortFile}<b>:${frame.line}:${frame.column}</b>`;
  const href = linkTo?.(frame.file, frame.line);
  return href === undefined
    ? html`${name} <span class="place" title="${frame.file}">${location}</span>`
    : html`${name} <a class="place" href="${href}" title="${frame.file}">${location}</a>`;
}
