import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASK } from '../../core/redaction/sensitivity.ts';
import { Redactor } from './redactor.ts';

test('a value is redacted whatever values the header had before', () => {
  const redactor = new Redactor();
  const lines = [
    ['X-Note', 'a plain note'],
    ['X-Note', 'a plain note'],
    ['X-Note', 'password=rosebud'],
    ['X-Note', 'password=rosebud'],
    ['X-Note', 'a plain note'],
    ['X-Api-Key', 'a plain note'],
    ['X-Long', `${'a'.repeat(300)} plain`],
    ['X-Long', `${'a'.repeat(300)} password=rosebud`],
  ] as const;
  assert.deepEqual(
    lines.map(([name, value]) => redactor.header(name, value)),
    [
      ...['a plain note', 'a plain note', `password=${MASK}`, `password=${MASK}`, 'a plain note', MASK],
      ...[`${'a'.repeat(300)} plain`, `${'a'.repeat(300)} password=${MASK}`],
    ],
  );
});
