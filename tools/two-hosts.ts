/**
 * Runs the stories on two hosts behind nginx that share PostgreSQL and Redis: `npm run stories:two-hosts`. PostgreSQL is that of
 * `PG_TEST_URL`, Redis that of `REDIS_TEST_URL`, or both are on this machine.
 */
import { spawnSync } from 'node:child_process';
import { ROOT, filesMatching } from './lib/source-files.ts';

const { status } = spawnSync(
  process.execPath,
  ['--conditions=oriel:source', '--test', '--test-name-pattern=two hosts', ...filesMatching('test/story/*.test.ts')],
  { cwd: ROOT, env: { ...process.env, ORIEL_STORY_HOSTS: '2' }, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
