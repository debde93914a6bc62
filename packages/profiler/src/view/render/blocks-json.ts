import { getColumnLabel } from './blocks-text.ts';
import type { Block, Text, WaterfallRow } from '../../profile/view-model.ts';

export type PlainBlock = { readonly kind: Block['kind'] } & Readonly<Record<string, unknown>>;

/** Returns blocks as plain data for JSON, complete and unescaped. */
export function renderBlocksAsJson(blocks: readonly Block[]): PlainBlock[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case 'metrics':
        return { kind: block.kind, items: block.items.map(({ label, value }) => ({ label, value: toValue(value) })) };
      case 'facts':
        return {
          kind: block.kind,
          title: block.title,
          rows: block.rows.map(([label, value]) => [label, toValue(value)]),
        };
      case 'table':
        return {
          kind: block.kind,
          title: block.title,
          columns: block.columns.map(getColumnLabel),
          rows: block.rows.map(toRow),
        };
      case 'details':
        return { kind: block.kind, summary: block.summary, blocks: renderBlocksAsJson(block.blocks) };
      case 'waterfall':
        return {
          kind: block.kind,
          total: block.total,
          rows: block.rows.flatMap((row) => row.folded ?? [row]).map(toSpan),
        };
      case 'code':
        return { kind: block.kind, title: block.title, language: block.language, text: block.text };
      case 'image':
        return { kind: block.kind, type: block.type, base64: block.base64, alt: block.alt };
      default:
        return { ...block };
    }
  });
}

function toValue(text: Text): string | number {
  return typeof text === 'object' ? text.text : text;
}

function toRow({ cells, tone, detail, id }: Extract<Block, { kind: 'table' }>['rows'][number]): object {
  return { cells: cells.map(toValue), tone, id, ...(detail ? { detail: renderBlocksAsJson(detail) } : {}) };
}

function toSpan({ label, category, depth, start, duration, self, mark }: WaterfallRow): object {
  return { label, category, depth, start, duration, self, mark };
}
