import { printable } from '../../core/errors/printable.ts';
import type { ErrorView } from '../../core/errors/error-view.ts';

/**
 * The view of an exception as it was stored, fit to be drawn: it was printable when it was made, but a store is a file,
 * and files can be edited. Undefined when it is no such view.
 */
export function readStoredException(stored: unknown): ErrorView | undefined {
  const text = JSON.stringify(stored, (_key, value: unknown) => clean(value));
  const view = text === undefined ? undefined : (JSON.parse(text) as Partial<ErrorView> | null);
  if (!view || !Array.isArray(view.exceptions) || !Array.isArray(view.logs)) return undefined;
  const title = /^Error \d{3} [\w '-]{1,60}$/.test(String(view.title)) ? view.title : 'Error';
  // Links led somewhere when the page was drawn.
  return { ...(view as ErrorView), title: title!, links: [] };
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return printable(value, Infinity);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [printable(key, Infinity), each as unknown]));
}
