import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkChangelog, readReleaseMetadata } from './release-metadata.ts';

const COMPLETE = {
  ORIEL_REPOSITORY: 'https://git.example/oriel.git',
  ORIEL_HOMEPAGE: 'https://oriel.example',
  ORIEL_BUGS: 'https://git.example/oriel/issues',
};

test('the addresses of a release are those of its environment variables', () => {
  assert.deepEqual(readReleaseMetadata(COMPLETE), {
    repository: { type: 'git', url: 'git+https://git.example/oriel.git' },
    homepage: 'https://oriel.example',
    bugs: { url: 'https://git.example/oriel/issues' },
  });
});

test('a missing address and one without HTTPS are listed by their variables', () => {
  assert.throws(
    () => readReleaseMetadata({ ...COMPLETE, ORIEL_HOMEPAGE: undefined, ORIEL_BUGS: 'http://git.example' }),
    {
      message: [
        'The addresses of the release are incomplete',
        '  ORIEL_HOMEPAGE is missing; expected an https:// URL',
        '  ORIEL_BUGS is "http://git.example"; expected an https:// URL',
      ].join('\n'),
    },
  );
});

test('the newest heading of the changelog must be the version with a date', () => {
  checkChangelog('CHANGELOG.md', '# Changelog\n\n## 1.2.0 – 2026-12-01\n\n## 1.1.0 – unreleased\n', '1.2.0');
  for (const heading of ['1.2.0 – unreleased', '1.2.1 – 2026-12-01', '1.2.0'])
    assert.throws(() => checkChangelog('CHANGELOG.md', `## ${heading}\n`, '1.2.0'), {
      message: `The newest heading of CHANGELOG.md is "## ${heading}"; expected "## 1.2.0 – <date>", such as "## 1.2.0 – 2026-12-01"`,
    });
});

test('npm run release does nothing without the addresses', () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ORIEL_')));
  const script = join(import.meta.dirname, '../release.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--publish'], { env, encoding: 'utf8' });
  assert.equal(status, 1);
  assert.equal(stdout, '');
  for (const name of Object.keys(COMPLETE)) assert.match(stderr, new RegExp(`${name} is missing`));
});
