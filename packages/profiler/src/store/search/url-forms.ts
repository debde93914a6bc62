import type { QueryField } from './profile-query.ts';
import { lowerAscii } from './query-match-data.ts';

/** Whether a field is compared with a URL or a part of it. */
export function isUrlField(field: QueryField): boolean {
  return field === 'any' || field === 'url' || field === 'path';
}

/** Returns a text as it was written, and as URLs have it: `köln` is `k%c3%b6ln` there. */
export function writeUrlForms(text: string): readonly string[] {
  const encoded = lowerAscii(encodeURI(text.toWellFormed()).replaceAll('%25', '%'));
  return encoded === text ? [text] : [text, encoded];
}
