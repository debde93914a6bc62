import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chooseCoding } from './content-coding.ts';

it('chooseCoding returns the coding with the highest weight, then the first in the server order', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['gzip;q=1, br;q=0.9', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'zstd'],
    ['br;q=0, gzip;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['deflate', undefined],
    ['gzip; q=0.5, zstd ; q=0.8', 'zstd'],
    ['gzip;q=nonsense', 'gzip'],
  ];
  for (const [header, expected] of cases) assert.equal(chooseCoding(header, ['br', 'zstd', 'gzip']), expected, header);
});
