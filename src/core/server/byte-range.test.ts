import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseByteRange } from './byte-range.ts';

it('a Range header asks for one part, for the whole, or for what is not there', () => {
  const whole = undefined;
  const cases: [string, unknown][] = [
    ['bytes=0-0', { start: 0, length: 1 }],
    ['bytes=2-4', { start: 2, length: 3 }],
    ['BYTES= 2-4 ', { start: 2, length: 3 }],
    ['bytes=7-', { start: 7, length: 3 }],
    ['bytes=7-99', { start: 7, length: 3 }],
    ['bytes=-3', { start: 7, length: 3 }],
    ['bytes=-99', { start: 0, length: 10 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', whole],
    ['bytes=-', whole],
    ['bytes=a-b', whole],
    ['bytes=0-1,3-4', whole],
    ['lines=0-1', whole],
    ['bytes=99999999999999999999-', whole],
  ];
  for (const [header, expected] of cases) assert.deepEqual(parseByteRange(header, 10), expected, header);
  assert.equal(parseByteRange('bytes=0-', 0), 'unsatisfiable');
});
