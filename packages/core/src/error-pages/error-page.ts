import { EXCEPTION_STYLE } from './exception-style.ts';
import type { ErrorView, LogView } from '../errors/error-view.ts';
import { exceptionsHtml } from './exception-html.ts';
import { html, raw } from '../errors/html.ts';
import type { Html } from '../errors/html.ts';
import type { Hint, Link } from '../errors/hint.ts';

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

/** The style of the error page, without its exceptions. */
const ERROR_STYLE = `
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:70rem;margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem)}
header{padding-top:clamp(1.5rem,5vw,3.25rem)}
h1{margin:.3rem 0 .6rem;font-size:clamp(1.9rem,5.5vw,3rem);line-height:1.08;font-weight:680;letter-spacing:-.022em;text-wrap:balance}
header .message{margin:0;max-width:58rem;font-size:clamp(1.05rem,2.2vw,1.25rem);line-height:1.45;color:var(--accent);max-height:14em;overflow:auto}
.request{margin:0;font:.875rem/1.5 var(--mono);color:var(--quiet)}
.request b{color:var(--accent);letter-spacing:.04em}
a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:1px}
nav{margin-top:1rem}
nav a::after{content:" →"}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
section{margin-top:2.5rem}
h2{display:flex;gap:.6rem;align-items:baseline;margin:0 0 .8rem;font-size:.8125rem;font-weight:650;letter-spacing:.08em;text-transform:uppercase;color:var(--quiet)}
.count{font-weight:500;letter-spacing:0}
.hints{margin-top:1.75rem}
.hint{padding:.8rem 1.1rem;background:var(--wash);border-left:3px solid var(--accent);border-radius:0 6px 6px 0}
.hint+.hint{margin-top:.5rem}
.hint p,.hint ul{margin:0}
.hint ul{padding:0;list-style:none}
.hint li{margin-top:.25rem;font:.875rem/1.6 var(--mono)}
table{width:100%;border-collapse:collapse;font-size:.875rem}
th{text-align:left;white-space:nowrap;font-weight:500;color:var(--quiet)}
th,td{padding:.4rem .9rem .4rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
td:last-child{width:100%;padding-right:0;overflow-wrap:anywhere}
td:not(:last-child){white-space:nowrap}
.text span,.message span{white-space:pre-wrap}
.time,.text code,.line,.headers{font-family:var(--mono);font-size:.8125rem}
.text code{display:block;color:var(--quiet);white-space:normal}
.loud .level{color:var(--accent);font-weight:650}
.warning .level{font-weight:650}
.line{margin:0 0 .8rem;font-weight:600}
.headers div{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:1rem;padding:.25rem 0;border-top:1px solid var(--line)}
.headers .fact{font-weight:600}
footer{margin-top:3rem;margin-bottom:2.5rem;font-size:.8125rem;color:var(--quiet)}
@media (max-width:40rem){thead{display:none}tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}td{display:inline;padding:0 .5rem 0 0;border:0}td.text{display:block;padding-top:.15rem}.headers div{grid-template-columns:1fr;gap:0}}
@media print{body{font-size:11pt}header,main,footer{max-width:none;padding:0}nav,footer{display:none}}
`;
