import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { progressBar } from './progress-bar.ts';
import type { ProgressStream } from './progress-bar.ts';

test('prints a few lines with the number of rows without a terminal', () => {
  const lines = getLines({ isTTY: false });
  equal(lines.length, 6);
  deepEqual(lines.slice(0, 5), [
    'Building the atlas in var/atlas.sqlite (first start only)',
    '  250 of 1,000 rows',
    '  500 of 1,000 rows',
    '  750 of 1,000 rows',
    '  1,000 of 1,000 rows',
  ]);
  match(lines[5]!, /^Built in \d+\.\d s: 250 countries, 750 cities$/);
});

test('fills one line on a terminal, and removes it at the end', () => {
  const written: string[] = [];
  run({ isTTY: true, columns: 80, write: (text) => written.push(text) });
  const drawn = written.slice(1, -2).map(stripVTControlCharacters);
  equal(drawn.length, 101);
  ok(drawn.every((text) => !text.includes('\n')));
  match(drawn[0]!, /^\r░{40} 0 %  0 of 1,000 rows$/);
  match(drawn[50]!, /^\r█{20}░{20} 50 %  500 of 1,000 rows$/);
  match(drawn[100]!, /^\r█{40} 100 %  1,000 of 1,000 rows$/);
  equal(written.at(-2), '\r\u001b[K');
});

test('is never wider than the terminal', () => {
  for (const columns of [10, 30, 40, 60, 300]) {
    const written: string[] = [];
    run({ isTTY: true, columns, write: (text) => written.push(text) });
    const widest = Math.max(...written.slice(1, -2).map((text) => stripVTControlCharacters(text).trim().length));
    ok(widest < Math.max(columns, 31), `${widest} in ${columns}`);
  }
});

function getLines(stream: Omit<ProgressStream, 'write'>): string[] {
  let text = '';
  run({ ...stream, write: (part) => (text += part) });
  return text.trimEnd().split('\n');
}

function run(stream: ProgressStream): void {
  const progress = progressBar(stream);
  progress.begin('var/atlas.sqlite');
  for (let done = 0; done <= 1000; done += 10) progress.advance(done, 1000);
  progress.end({ countries: 250, cities: 750 });
}
