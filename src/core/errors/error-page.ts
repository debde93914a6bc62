import { EXCEPTION_STYLE } from './exception-style.ts';
import { ERROR_STYLE } from './error-style.ts';
import type { ErrorView, LogView } from './error-view.ts';
import { exceptionsHtml } from './exception-html.ts';
import { html, raw } from './html.ts';
import type { Html } from './html.ts';
import type { Hint, Link } from './hint.ts';

/**
 * Renders the error page for developers: one document without scripts and external resources.
 *
 * @param nonce the nonce of the Content-Security-Policy for its style
 */
export function errorPage(view: ErrorView, nonce: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${view.title}</title>
        <style nonce="${nonce}">
          ${raw(EXCEPTION_STYLE + ERROR_STYLE)}
        </style>
      </head>
      <body class="${view.status < 500 ? 'client' : 'server'}">
        <header>
          <p class="request">${requestLineHtml(view.requestLine)}</p>
          <h1>${view.title}</h1>
          <p class="message"><span>${view.message}</span></p>
          ${view.links.length > 0 && html`<nav>${view.links.map(linkHtml)}</nav>`}
        </header>
        <main>
          ${view.hints.length > 0 && html`<section class="hints" aria-label="Hints">${view.hints.map(hintHtml)}</section>`}
          ${section('Exceptions', view.exceptions.length + view.omittedExceptions, exceptionsHtml(view.exceptions, { omitted: view.omittedExceptions, titled: true }))}
          ${section('Logs', view.logs.length + view.omittedLogs, logsHtml(view))}
          ${section('Request', undefined, requestHtml(view))}
        </main>
        <footer>
          This page is shown because the host runs in development mode. In production, clients do not see these details.
        </footer>
      </body>
    </html>`.toString();
}

/** Renders the log records of a request as a table. */
export function logsHtml({ logs, omittedLogs }: Pick<ErrorView, 'logs' | 'omittedLogs'>): Html {
  if (logs.length === 0) return html`<p class="quiet">No log records for this request.</p>`;
  return html`${omittedLogs > 0 && html`<p class="quiet">${omittedLogs} earlier records are left out.</p>`}
    <table class="logs">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Level</th>
          <th scope="col">Channel</th>
          <th scope="col">Message</th>
        </tr>
      </thead>
      <tbody>
        ${logs.map(logHtml)}
      </tbody>
    </table>`;
}

function section(title: string, count: number | undefined, content: Html): Html {
  return html`<section>
    <h2>${title}${count !== undefined && count > 0 && html` <span class="count">${count}</span>`}</h2>
    ${content}
  </section>`;
}

function requestLineHtml(line: string): Html {
  const space = line.indexOf(' ');
  return html`<b>${line.slice(0, space)}</b> <span>${line.slice(space + 1)}</span>`;
}

function linkHtml({ label, href }: Link): Html {
  return href === '' ? html`<span>${label}</span> ` : html`<a href="${href}">${label}</a> `;
}

function hintHtml({ text, links = [] }: Hint): Html {
  return html`<div class="hint">
    <p>${text}</p>
    ${
      links.length > 0 &&
      html`<ul>
        ${links.map((link) => html`<li>${linkHtml(link)}</li>`)}
      </ul>`
    }
  </div>`;
}

function logHtml({ time, level, channel, message, context }: LogView): Html {
  return html`<tr class="${LOUD.has(level) ? 'loud' : level === 'warning' ? 'warning' : 'calm'}">
    <td class="time">${time}</td>
    <td class="level">${level}</td>
    <td>${channel}</td>
    <td class="text"><span>${message}</span>${context !== '' && html`<code>${context}</code>`}</td>
  </tr>`;
}

const LOUD = new Set(['error', 'critical', 'alert', 'emergency']);

function requestHtml({ requestLine, request }: ErrorView): Html {
  const facts: [string, string | undefined][] = [
    ['Route', request.route],
    ['Request id', request.id],
  ];
  return html`<p class="line">${requestLine}${request.version !== undefined && ` HTTP/${request.version}`}</p>
    <dl class="headers">
      ${facts.map(
        ([name, value]) =>
          value !== undefined &&
          html`<div class="fact">
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
      ${request.headers.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
}
