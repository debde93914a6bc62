import type { ErrorView, LogView } from '../errors/error-view.ts';
import type { ExceptionView } from '../errors/exceptions.ts';
import { formatFrame } from '../errors/frames.ts';
import type { Frame } from '../errors/frames.ts';
import { printableLine } from '../errors/printable.ts';
import type { SourceExcerpt } from '../errors/source-excerpt.ts';

/** Renders an error as plain text for a terminal, with the content of the page in the same order. */
export function errorText(view: ErrorView): string {
  const parts = [`${view.title}\n${view.message}\n\n${view.requestLine}`];
  if (view.links.length > 0) parts.push(view.links.map(({ label, href }) => `${label}: ${href}`).join('\n'));
  for (const { text, links = [] } of view.hints) {
    parts.push(
      [
        `Hint: ${text}`,
        ...links.map(({ label, href }) => `  ${label === href || href === '' ? label : `${label}  ${href}`}`),
      ].join('\n'),
    );
  }
  parts.push(...view.exceptions.map(exceptionText));
  if (view.omittedExceptions > 0) parts.push(`… and at least ${view.omittedExceptions} more exceptions`);
  if (view.logs.length > 0) {
    const lines = view.logs.map((log) => `  ${formatLog(log)}`);
    parts.push(['Logs', ...lines].join('\n'));
  }
  const headers = view.request.headers.map(([name, value]) => `  ${name}: ${value}`);
  if (headers.length > 0) parts.push(['Request headers', ...headers].join('\n'));
  return `${parts.join('\n\n')}\n`;
}

/**
 * Formats an excerpt as text: the line is marked with `>` and the column with `^` below it.
 *
 * @example
 * ```ts
 * import { formatExcerpt } from './error-text.ts';
 * formatExcerpt({ start: 1, lines: ['go();'], highlight: { line: 1, column: 1 } }); // => '> 1 | go();\n    | ^'
 * ```
 */
export function formatExcerpt({ start, lines, highlight }: SourceExcerpt): string {
  const width = String(start + lines.length).length;
  return lines
    .flatMap((line, index) => {
      const number = start + index;
      const shown = `${number === highlight.line ? '>' : ' '} ${String(number).padStart(width)} | ${line}`.trimEnd();
      if (number !== highlight.line || highlight.column === 0) return [shown];
      // Tabs are kept, so that the mark is below its column at any tab width.
      return [shown, `  ${' '.repeat(width)} | ${line.slice(0, highlight.column - 1).replace(/[^\t]/g, ' ')}^`];
    })
    .join('\n');
}

/** Formats a log record on one line, so that a message cannot look like another record. */
export function formatLog({ time, level, channel, message, context }: LogView): string {
  return `${time} ${level} ${channel}: ${printableLine(message, message.length)} ${context}`.trimEnd();
}

/** Returns the class of an exception, its base classes and its code. */
export function exceptionTitle({ className, classChain, code }: ExceptionView): string {
  const above = classChain.filter((name) => name !== className);
  return `${className}${above.length > 0 ? ` (${above.join(' < ')})` : ''}${code === undefined ? '' : ` [${code}]`}`;
}

/** Formats the frames of an exception, one per line, with the source below the open one. */
export function formatFrames(frames: readonly Frame[]): string {
  return frames
    .map((frame) => {
      const line = `    at ${formatFrame(frame)}`;
      return frame.open && frame.excerpt
        ? `${line}\n\n${formatExcerpt(frame.excerpt).replace(/^/gm, '      ')}\n`
        : line;
    })
    .join('\n');
}

function exceptionText(exception: ExceptionView): string {
  const { via, message, frames } = exception;
  const lead = via === 'thrown' ? '' : via === 'cause' ? 'Caused by ' : 'One of several errors: ';
  const lines = [lead + exceptionTitle(exception)];
  if (message !== '') lines.push(message.replace(/^/gm, '  '));
  if (frames.length > 0) lines.push(formatFrames(frames).trimEnd());
  return lines.join('\n');
}
