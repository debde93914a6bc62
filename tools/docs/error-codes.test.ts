import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkErrorCodes, getCodes, compareCodes } from './error-codes.ts';

test('codes and problem types are collected from strings, without comments and environment variables', () => {
  const source = [
    "// 'ORIEL_OLD' and /problems/old",
    "issue('ORIEL_CONFIG_KEY', place);",
    "const options = { type: '/problems/csrf', code: 'ORIEL_CSRF' };",
    "env['ORIEL_PROFILER_FILE'];",
    "'an example of ORIEL_TEXT'",
  ].join('\n');
  assert.deepEqual([...getCodes([source])], ['ORIEL_CONFIG_KEY', '/problems/csrf', 'ORIEL_CSRF']);
});

test('composed codes are collected, and an unknown prefix is an error', () => {
  const shared = "    {\n      code: 'HUB',\n      place: 'hub.transport',\n    }";
  assert.deepEqual([...getCodes(['issue(`ORIEL_WORKERS_${code}`)', shared])], ['ORIEL_WORKERS_HUB']);
  assert.throws(() => getCodes(['issue(`ORIEL_OTHER_${code}`)']), /"ORIEL_OTHER_…" is composed/);
});

test('missing, unknown and duplicate rows of the page are reported', () => {
  const page = '| `ORIEL_A` | x |\n| `ORIEL_A` | x |\n| `ORIEL_B` | x |\n| `name` | x |';
  assert.deepEqual(
    compareCodes(new Set(['ORIEL_A', '/problems/c']), page).map(({ place, what }) => `${place} ${what}`),
    [
      'docs/host/troubleshooting.md:2 ORIEL_A is listed twice',
      'docs/host/troubleshooting.md:3 ORIEL_B is not in the source',
      'docs/host/troubleshooting.md /problems/c is missing',
    ],
  );
});

test('the page lists every error code and problem type of the source', () => {
  assert.deepEqual(checkErrorCodes(), []);
});
