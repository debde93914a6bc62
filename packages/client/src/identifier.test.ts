import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatIdentifier as formatInHost } from '../../host/src/http/identifier.ts';
import { formatIdentifier } from './identifier.ts';

test('identifiers are written as the host writes them', () => {
  const ids = [
    ...[7, -1, 'a b', 'a/b', 'a;b=c', '.', '..', 'data.json', 'x.csv', 'x.txt', '100%', 'ä', '日本', new Date(0), true],
    ...[
      { row: 4, place: 12 },
      { 'a=b': 'c;d', e: 'f.json' },
    ],
  ];
  for (const id of ids) assert.equal(formatIdentifier(id), formatInHost(id), String(id));
  for (const id of [null, undefined, '', '\ud800'])
    for (const format of [formatIdentifier, formatInHost]) assert.throws(() => format(id), TypeError);
});
