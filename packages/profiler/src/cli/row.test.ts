import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { createProfile } from '../testing/create-profile.ts';
import type { ProfileFacts } from '../testing/create-profile.ts';
import { PROFILE_HEADS, profileCells } from './row.ts';

const row = (line: string, summary: ProfileFacts['summary'] = {}) =>
  profileCells(createProfile(line, { summary }).summary).map((cell) => stripVTControlCharacters(cell));

test('a successful request has a row with one cell per column', () => {
  const cells = row('GET /cities');
  assert.equal(cells.length, PROFILE_HEADS.length);
  assert.deepEqual(cells.slice(0, 4), ['200', 'GET', '12ms', '']);
  assert.equal(cells.at(-1), 'http://localhost:8000/cities');
});

test('findings are listed after the URL', () => {
  const cells = row('POST /cities', {
    ...{ status: 503, duration: 2345, dbCount: 3, dbTime: 12.4, errors: 2, warnings: 1, aborted: true },
    findings: ['n1', 'slow-query'],
  });
  assert.deepEqual(cells.slice(0, 4), ['503', 'POST', '2.3s', 'db 3/12ms']);
  assert.equal(cells.at(-1), 'http://localhost:8000/cities  N+1  slow-query  ✖2  ⚠1  aborted');
});

test('control characters from clients are not printed', () => {
  const cells = row('GET /', { method: 'G\u001b[31mT', url: 'http://localhost/\u001b]0;x\u0007', ip: '\u009b1m' });
  // oxlint-disable-next-line no-control-regex -- that is what must not be there
  assert.doesNotMatch(cells.join(''), /[\u0000-\u001f\u007f-\u009f]/);
});
