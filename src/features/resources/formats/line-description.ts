import type { FormatDescription } from './format.ts';

/** The description of a text in a media type that has a line for each item: OpenAPI 3.1 has no other word for it. */
export function lineDescription(contentMediaType: string): FormatDescription {
  const lines: FormatDescription['list'] = (items) => ({
    ...{ type: 'string', contentMediaType, contentSchema: { type: 'array', items } },
  });
  return { item: lines, list: lines };
}
