import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FINDING_CODES } from '../../profile/finding-codes.ts';
import { FEATURES, FIELDS, fieldNames } from './query-fields.ts';
import { parseQueryText } from './query-language.ts';

const page = readFileSync(new URL('../../../../../docs/profiler/search.md', import.meta.url), 'utf8');

/** Returns the cells of the table rows between two comments. */
function table(name: string): string[][] {
  const text = page.slice(page.indexOf(`<!-- ${name} -->`), page.indexOf(`<!-- /${name} -->`));
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const code = (text: string): string => `\`${text}\``;

test('the documentation lists every field with its aliases, description and example', () => {
  const expected = FIELDS.map(({ name, aliases, help, example }) => [
    code(name),
    aliases.map(code).join(', '),
    help,
    code(example),
  ]);
  assert.deepEqual(table('fields'), expected);
});

test('the documentation lists every feature and every finding', () => {
  assert.deepEqual(
    table('features'),
    FEATURES.map(({ name, help }) => [code(name), help]),
  );
  for (const findingCode of FINDING_CODES) assert.ok(page.includes(code(findingCode)), findingCode);
});

test('every example of the documentation is a valid query', () => {
  const examples = [
    ...FIELDS.map(({ example }) => example),
    ...FEATURES.map(({ name }) => `has:${name}`),
    ...FINDING_CODES.map((findingCode) => `has:${findingCode}`),
  ];
  const blocks = [...page.matchAll(/```text\n([\s\S]*?)```/g)]
    .map(([, block]) => block!)
    .filter((block) => !block.includes('query    ='));
  const shown = blocks.flatMap((block) =>
    block
      .split('\n')
      .map((line) => line.split(/ {3,}/)[0]!.trim())
      .filter(Boolean),
  );
  assert.ok(shown.length >= 8);
  for (const example of [...examples, ...shown]) assert.ok('terms' in parseQueryText(example), example);
});

test('all names and aliases of fields are different', () =>
  assert.equal(new Set(fieldNames()).size, fieldNames().length));
