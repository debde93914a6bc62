import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import { listen } from '../../packages/profiler/src/cli/listen.ts';
import { PagesServer } from '../../packages/profiler/src/view/serve.ts';
import { panel } from '../../packages/profiler/src/view/panels/define-panel.ts';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { eventually } from '../drop-in/lib/application.ts';

test('another process shows the panel of an application as it was recorded', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-panels-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'profiler.sqlite');
  const tenant = panel({
    name: 'tenant',
    title: 'Tenant',
    collect: () => ({ id: 7, password: 'hunter2' }),
    view: (collected) => ({ blocks: [{ kind: 'note', text: `It is ${JSON.stringify(collected)}` }] }),
  });
  const failing = panel({
    name: 'failing',
    title: 'Failing',
    collect: () => 'collected',
    view: () => {
      throw new Error('no view');
    },
  });
  await using host = defineHost({
    log: false,
    profiler: { file, panels: [tenant, failing] },
    routes: [route('hello', 'GET /hello', { handle: () => 'hello' })],
  });
  const { port } = await host.listen({ port: 0, mode: 'development' });
  const token = (await fetch(`http://localhost:${port}/hello`)).headers.get('x-debug-token');
  const storage = new SqlProfileStorage({ file });
  t.after(() => storage.close());
  await eventually(() => storage.read(token!));
  const pages = new PagesServer({ storage, title: 'Oriel', key: undefined, keyOnly: false });
  const { url, close } = await listen(pages.serve, { host: '127.0.0.1', port: 0 });
  t.after(close);
  const page = await (await fetch(`${url}/_profiler/${token}?panel=tenant`)).text();
  assert.match(page, />Tenant</);
  assert.match(
    page,
    /It is \{&quot;id&quot;:7,&quot;password&quot;:&quot;•••&quot;\}|It is \{"id":7,"password":"•••"\}/,
  );
  assert.match(await (await fetch(`${url}/_profiler/${token}?panel=failing`)).text(), /collected/);
});
