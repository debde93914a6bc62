import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agoText, durationText, foundText, sizeText, statusTitle } from './format.ts';

describe('people read', () => {
  const cases: [string, string][] = [
    [durationText(NaN), '–'],
    [durationText(0.04), '0.0 ms'],
    [durationText(9.96), '10 ms'],
    [durationText(999.6), '1.0 s'],
    [durationText(59_960), '1 min 0 s'],
    [durationText(125_000), '2 min 5 s'],
    [sizeText(0), '0 B'],
    [sizeText(1024), '1.0 KB'],
    [sizeText(12_288), '12 KB'],
    [sizeText(3_250_000), '3.1 MB'],
    [agoText(0, 59_000), '59s'],
    [agoText(0, 3_600_000), '1h'],
    [agoText(5_000, 0), '0s'],
    [agoText(0, 259_200_000), '3d'],
    [statusTitle(404), 'Error 404 Not Found'],
    [statusTitle(200), '200 OK'],
    [foundText({ count: 1, exact: true }, 1), '1 results found'],
    [foundText({ count: 37, exact: true }, 10), '37 results found (10 shown)'],
    [foundText({ count: 1000, exact: false }, 10), '≥ 1000 results found (10 shown)'],
  ];
  for (const [found, wanted] of cases) test(wanted, () => assert.equal(found, wanted));
});
