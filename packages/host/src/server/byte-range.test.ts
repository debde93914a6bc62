import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseByteRanges } from './byte-range.ts';

it('parseByteRanges returns a range, undefined for the whole file, or unsatisfiable', () => {
  const entireFile = undefined;
  const cases: [string, unknown][] = [
    ['bytes=0-0', [{ start: 0, length: 1 }]],
    ['bytes=2-4', [{ start: 2, length: 3 }]],
    ['BYTES= 2-4 ', [{ start: 2, length: 3 }]],
    ['bytes=7-', [{ start: 7, length: 3 }]],
    ['bytes=7-99', [{ start: 7, length: 3 }]],
    ['bytes=-3', [{ start: 7, length: 3 }]],
    ['bytes=-99', [{ start: 0, length: 10 }]],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-,30-', 'unsatisfiable'],
    ['bytes=20-,1-2', [{ start: 1, length: 2 }]],
    ['bytes=4-2', entireFile],
    ['bytes=1-2,4-2', entireFile],
    ['bytes=-', entireFile],
    ['bytes=', entireFile],
    ['bytes=,', entireFile],
    ['bytes=a-b', entireFile],
    ['lines=0-1', entireFile],
    ['bytes=99999999999999999999-', entireFile],
  ];
  for (const [header, expected] of cases) assert.deepEqual(parseByteRanges(header, 10), expected, header);
  assert.equal(parseByteRanges('bytes=0-', 0), 'unsatisfiable');
});

it('parseByteRanges keeps the order of the request, and merges ranges that overlap or are close', () => {
  const ranges = (header: string) => {
    const parsed = parseByteRanges(`bytes=${header}`, 10_000);
    return Array.isArray(parsed) ? parsed.map(({ start, length }) => `${start}+${length}`).join(' ') : parsed;
  };
  assert.equal(ranges('5000-5009,0-9'), '5000+10 0+10');
  assert.equal(ranges('0-9,5-19,5000-'), '0+20 5000+5000');
  assert.equal(ranges('0-9,50-59'), '0+60');
  assert.equal(ranges('0-9,1000-1009,10-1000'), '0+1010');
  assert.equal(ranges('3000-3009,0-9,200-2900'), '3000+10 0+10 200+2701');
  assert.equal(ranges('3000-3009,0-9,50-2950'), '0+3010');
});

it('parseByteRanges ignores more than 16 ranges and long headers', () => {
  const many = (count: number) => `bytes=${Array.from({ length: count }, (_, i) => `${i * 500}-${i * 500}`).join(',')}`;
  assert.equal(parseByteRanges(many(16), 10_000)?.length, 16);
  assert.equal(parseByteRanges(many(17), 10_000), undefined);
  assert.equal(parseByteRanges(`bytes=0-1${' '.repeat(1_100)}`, 10_000), undefined);
});
