import type { ErrorView, LogView } from './error-view.ts';
import type { ExceptionView } from './exceptions.ts';
import { formatFrame } from './frames.ts';
import type { Frame } from './frames.ts';
import { printableLine } from './printable.ts';
import type { SourceExcerpt } from './source-excerpt.ts';

/** The error as plain text, for a terminal: the same content and order as the page. */
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
 * An excerpt as text: the line is marked with `>` and the column with `^` below it. Also what a terminal or an assistant
 * gets to read.
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
      // Tabs stay tabs, so that the mark stands under its column however wide they are.
      return [shown, `  ${' '.repeat(width)} | ${line.slice(0, highlight.column - 1).replace(/[^\t]/g, ' ')}^`];
    })
    .join('\n');
}

/** One log record on one line, so that no message can look like the next record. */
export function formatLog({ time, level, channel, message, context }: LogView): string {
  return `${time} ${level} ${channel}: ${printableLine(message, message.length)} ${context}`.trimEnd();
}

/** How an exception is introduced: its class, the classes above it, its code. */
export function exceptionTitle({ className, classChain, code }: ExceptionView): string {
  const above = classChain.filter((name) => name !== className);
  return `${className}${above.length > 0 ? ` (${above.join(' < ')})` : ''}${code === undefined ? '' : ` [${code}]`}`;
}

/** The frames of an exception, one per line, the source under the open one. */
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
