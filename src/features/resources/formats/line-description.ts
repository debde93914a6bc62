import type { FormatDescription } from './format.ts';

/** Returns the JSON Schemas of a text format with a line for each item. */
export function lineDescription(contentMediaType: string): FormatDescription {
  const lines: FormatDescription['list'] = (items) => ({
    ...{ type: 'string', contentMediaType, contentSchema: { type: 'array', items } },
  });
  return { item: lines, list: lines };
}
