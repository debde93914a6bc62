import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasHash } from './static-files.ts';

test('recognizes the names that bundlers write', () => {
  for (const name of [
    ...['index-BhAl3f_2.js', 'main.3f2a91bc.css', 'page-0a1b2c3d4e5f6789.js', 'logo.5d3f2a1b9c8e7f60.svg'],
    ...['app-DiwrgTd5.js.map', 'vendor~main.a1b2c3d4e5.chunk.js', 'chunk-7XQ2PLMN.js', 'a-deadbeef12.js'],
  ])
    assert.equal(hasHash(name), true, name);
});

test('words, versions and dates are no hashes', () => {
  for (const name of [
    ...['my-component.js', 'report-20260131.pdf', 'jquery-3.7.1.min.js', 'index.html', 'read-chapter12.txt'],
    ...[
      'a-version2026.js',
      'robots.txt',
      'app.js',
      '3f2a91bc.js',
      '',
      'x-3f2a91bc',
      'README-CHANGELOG.txt',
      'f-abc1234.js',
    ],
  ])
    assert.equal(hasHash(name), false, name);
});
