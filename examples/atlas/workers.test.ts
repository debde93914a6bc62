import { equal } from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stopAfter, startOrielHost } from '../../test/cli/run-program.ts';
import { builtAtlas } from './test-built.ts';
import { temporaryFolder } from './test-data.ts';

test('oriel-host start --workers 2 serves the atlas, and both workers accept its cursors', async (t) => {
  const folder = temporaryFolder();
  const file = join(folder, 'atlas.sqlite');
  copyFileSync(await builtAtlas(), file);
  const started = stopAfter(
    t,
    startOrielHost(folder, ['start', join(import.meta.dirname, 'host.ts'), '--port', '0', '--workers', '2'], {
      ATLAS_DB: file,
      ATLAS_USERS: '',
      HUB_SECRET: '',
    }),
  );
  const [url] = await started.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  let next: string | undefined = '/api/countries/JP/cities?itemsPerPage=2';
  for (let page = 0; page < 12; page++) {
    const response: Response = await fetch(new URL(next!, url), { headers: { Connection: 'close' } });
    equal(response.status, 200);
    equal(((await response.json()) as unknown[]).length, 2);
    next = /<([^>]+)>; ?rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
});
