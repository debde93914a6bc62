import { exceptionTitle, formatFrames, formatLog } from './error-text.ts';
import type { ErrorView } from '../errors/error-view.ts';
import type { ExceptionView } from '../errors/exceptions.ts';
import { escapeUnprintable } from '../trace/escape-unprintable.ts';

/**
 * Renders an error as Markdown (CommonMark), for issues and assistants. All external text is in code spans and fences that it
 * cannot close.
 */
export function errorMarkdown(view: ErrorView): string {
  const { hints, links, exceptions, omittedExceptions, logs, request } = view;
  const parts = [`# ${view.title}`, fence(view.message), span(view.requestLine)];
  if (links.length > 0) parts.push(links.map(({ label, href }) => `${label}: ${span(href)}`).join('\n\n'));
  if (hints.length > 0) parts.push('## Hints', hints.map(({ text, links: to = [] }) => hintItem(text, to)).join('\n'));
  parts.push('## Exceptions', ...exceptions.map(exceptionMarkdown));
  if (omittedExceptions > 0) parts.push(`… and at least ${omittedExceptions} more.`);
  if (logs.length > 0) {
    parts.push('## Logs', fence(logs.map(formatLog).join('\n')));
  }
  if (request.headers.length > 0) {
    parts.push('## Request', fence(request.headers.map(([name, value]) => `${name}: ${value}`).join('\n')));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/**
 * Formats text as a code span (CommonMark §6.1): the fence is longer than any run of backticks inside. Control, direction and
 * invisible characters become visible.
 *
 * @example
 * ```ts
 * import { span } from './error-markdown.ts';
 * span('a ` b'); // => '``a ` b``'
 * ```
 */
export function span(text: string): string {
  if (text === '') return '';
  const line = escapeUnprintable(text).replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));
  const marks = '`'.repeat(longestRun(line) + 1);
  const edge = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${marks}${edge}${line}${edge}${marks}`;
}

/**
 * Formats text as a fenced code block (CommonMark §4.5), like {@link span}.
 *
 * @example
 * ```ts
 * import { fence } from './error-markdown.ts';
 * fence('hello').split('\n')[1]; // => 'hello'
 * ```
 */
export function fence(text: string, language = 'text'): string {
  if (text === '') return '';
  const clean = escapeUnprintable(text);
  const marks = '`'.repeat(Math.max(3, longestRun(clean) + 1));
  return `${marks}${/^[\w-]*$/.test(language) ? language : 'text'}\n${clean}\n${marks}`;
}

/** Returns the number of backticks in the longest run of them. */
function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function hintItem(text: string, links: readonly { label: string; href: string }[]): string {
  const to = links.map(
    ({ label, href }) => `\n  - ${label === href || href === '' ? span(label) : `${span(label)} → ${span(href)}`}`,
  );
  return `- ${span(text)}${to.join('')}`;
}

function exceptionMarkdown(exception: ExceptionView): string {
  const { via, message, frames } = exception;
  const lead = via === 'thrown' ? '' : via === 'cause' ? 'Caused by ' : 'One of several errors: ';
  const parts = [`### ${lead}${span(exceptionTitle(exception))}`];
  // The message of the thrown exception is at the top of the page.
  if (message !== '' && via !== 'thrown') parts.push(fence(message));
  if (frames.length > 0) parts.push(fence(formatFrames(frames)));
  return parts.join('\n\n');
}
