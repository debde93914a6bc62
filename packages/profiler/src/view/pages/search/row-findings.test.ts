import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProfile } from '../../../../../host/src/testing/index.ts';
import { listRowFindings, renderRowFindings } from './row-findings.ts';
import { chooseBarScale } from './duration-bar.ts';

test('causes precede symptoms, two are shown and the others are counted', () => {
  const { summary } = createProfile('GET /', {
    summary: {
      ...{ status: 500, exception: 'TypeError', errors: 1 },
      findings: ['blocked', 'exception', 'gap', 'slow-query', 'own-code', 'n1'],
    },
  });
  assert.deepEqual(
    listRowFindings(summary).map(({ text }) => text),
    ['TypeError', 'N+1', 'slow query', 'own code', 'gap', 'blocked'],
  );
  const text = renderRowFindings(summary)
    .map(String)
    .join(' ')
    .replace(/<[^>]+>|false/g, '');
  assert.equal(text.trim().replace(/ +/g, ' '), 'TypeError N+1 +4');
});

test('the scale of the bars is a round number that most rows do not exceed', () => {
  const scale = (...durations: number[]): number => chooseBarScale(durations.map((duration) => ({ duration })));
  assert.equal(scale(), 10);
  assert.equal(scale(3, 4), 10);
  assert.equal(scale(120, 30), 200);
  assert.equal(scale(...Array.from({ length: 20 }, () => 40), 60_000), 50);
  assert.equal(scale(450, 900), 1000);
});
