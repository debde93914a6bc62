import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_LINKS } from '../../profile/view-model.ts';
import type { PanelLinks } from '../../profile/view-model.ts';
import { splitRows, splitRowsByBytes, estimateRowBytes } from './row-ranges.ts';

const links = (part?: string): PanelLinks => ({
  ...NO_LINKS,
  panel: (name, _token, ask = {}) => `/_profiler/own?${new URLSearchParams({ panel: name, ...ask }).toString()}`,
  parameters: part === undefined ? {} : { part },
});

function labels(length: number, part?: string): string[] {
  const [block] = splitRows(length, 100, 'timeline', links(part)).links;
  if (block?.kind !== 'filter') return [];
  return block.choices.map(({ label, current }) => (current === true ? `[${label}]` : label));
}

test('short lists and exported documents are not split', () => {
  assert.deepEqual(splitRows(100, 100, 'timeline', links()), { range: undefined, links: [] });
  assert.deepEqual(splitRows(5_000, 100, 'timeline', NO_LINKS), { range: undefined, links: [] });
});

test('shows the requested range, and the first for invalid requests', () => {
  assert.deepEqual(labels(250), ['[1–100]', '101–200', '201–250']);
  assert.deepEqual(labels(250, '3'), ['1–100', '101–200', '[201–250]']);
  assert.deepEqual(splitRows(250, 100, 'timeline', links('2')).range, { from: 100, count: 100 });
  for (const asked of ['0', '4', '-1', '1.5', 'x', '', '1e9', 'NaN'])
    assert.deepEqual(splitRows(250, 100, 'timeline', links(asked)).range, { from: 0, count: 100 }, asked);
});

test('shows the range of the given row by default, and links keep other parameters', () => {
  const drawn = (row: number, part?: string) => splitRows(250, 100, 'routing', links(part), { row }).range?.from;
  assert.deepEqual([drawn(-1), drawn(99), drawn(100), drawn(249), drawn(249, '1')], [0, 0, 100, 200, 0]);
  const [block] = splitRows(250, 100, 'logs', links(), { parameters: { level: 'error' } }).links;
  assert.ok(block?.kind === 'filter' && block.choices[1]!.href.endsWith('panel=logs&level=error&part=2'));
});

test('links only nearby ranges of many', () => {
  const many = labels(1_000_000, '5000');
  assert.equal(many.length, 11);
  assert.deepEqual([many[0], many.at(-1)], ['1–100', '999901–1000000']);
});

test('splits rows by bytes, with a parameter name of its own', () => {
  const weights = [40, 40, 40, 500, 10, 10];
  const of = (asked?: string) =>
    splitRowsByBytes(
      weights,
      100,
      'pipeline',
      asked === undefined ? links() : { ...links(), parameters: { decisions: asked } },
      {
        ...{ name: 'decisions', label: 'Decisions', parameters: { part: '3' } },
      },
    );
  assert.deepEqual(
    ['1', '2', '3', '4', '5'].map((asked) => of(asked).range),
    [
      { from: 0, count: 2 },
      { from: 2, count: 1 },
      { from: 3, count: 1 },
      { from: 4, count: 2 },
      { from: 0, count: 2 },
    ],
  );
  const [block] = of().links;
  assert.ok(block?.kind === 'filter' && block.label === 'Decisions');
  assert.deepEqual(
    block.choices.map(({ label }) => label),
    ['1–2', '3–3', '4–4', '5–6'],
  );
  assert.match(block.choices[1]!.href, /panel=pipeline&part=3&decisions=2$/);
  assert.deepEqual(splitRowsByBytes([], 100, 'pipeline', links()), { range: undefined, links: [] });
});

test('estimates the escaped size of a cell up to the limit', () => {
  const weigh = (text: string) => estimateRowBytes([{ text, mono: true }], 100) - estimateRowBytes([''], 100);
  assert.equal(weigh('"<>'), 14);
  assert.equal(weigh('ü'.repeat(500)), 100);
});
