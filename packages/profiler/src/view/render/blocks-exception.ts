import { printable, tryRead } from 'oriel-core/errors';
import type { ErrorView } from 'oriel-core/errors';

/**
 * Validates and escapes the stored view of an exception, because the file of the store may have been edited.
 * @returns undefined if it is not such a view
 */
export function readStoredException(stored: unknown): ErrorView | undefined {
  const text = JSON.stringify(stored, (_key, value: unknown) => escapeValue(value));
  const view = text === undefined ? undefined : (JSON.parse(text) as Partial<ErrorView> | null);
  if (!view || !Array.isArray(view.exceptions) || !Array.isArray(view.logs)) return undefined;
  const title = /^Error \d{3} [\w '-]{1,60}$/.test(String(view.title)) ? view.title : 'Error';
  // Links of the error page may be obsolete.
  return { ...(view as ErrorView), title: title!, links: [] };
}

/** Renders the stored view of an exception; undefined if it is not one, such as one in the format of another version. */
export function renderStoredException<T>(stored: unknown, render: (view: ErrorView) => T): T | undefined {
  return tryRead(() => {
    const view = readStoredException(stored);
    return view && render(view);
  }, undefined);
}

export const UNKNOWN_FORMAT = 'This exception was stored in an unknown format.';

function escapeValue(value: unknown): unknown {
  if (typeof value === 'string') return printable(value, Infinity);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [printable(key, Infinity), member as unknown]),
  );
}
