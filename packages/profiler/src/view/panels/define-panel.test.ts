import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { route } from '../../../../host/src/index.ts';
import { MemoryProfileStorage } from '../../store/memory/memory-profile-storage.ts';
import type { Profile } from '../../profile/profile.ts';
import { createTestHost } from '../../../../host/src/testing/index.ts';
import { panel } from './define-panel.ts';
import { NO_LINKS } from '../../profile/view-model.ts';
import { drawPanel } from './draw-panel.ts';
import { renderBlocksAsText } from '../render/blocks-terminal.ts';
import type { Panel } from '../../profile/view-model.ts';

const tenantPanel = panel({
  name: 'tenant',
  title: 'Tenant',
  collect: ({ context }) => {
    const tenant = context.headers.get('x-tenant');
    return tenant === undefined ? undefined : { tenant, password: 'hunter2' };
  },
  view: ({ tenant, password }) => ({
    count: 1,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Tenant', tenant],
          ['Password', password],
        ],
      },
    ],
  }),
});

/** Sends a request to a host with these panels and returns its profile. */
async function recordedWith(
  panels: readonly Panel[],
  headers: Record<string, string> = {},
): Promise<{ profile: Profile; answer: string }> {
  const storage = new MemoryProfileStorage();
  const { send } = createTestHost({
    routes: [route('home', 'GET /', { handle: () => 'hello' })],
    profiler: { storage, panels, key: 'of-this-test-with-32-bytes-or-more', exposeToken: true },
  });
  const response = await send('GET /', { headers });
  const answer = await response.text();
  const token = response.headers.get('x-debug-token') ?? '';
  for (let tries = 0; tries < 500; tries++) {
    const profile = storage.read(token);
    if (profile) return { profile, answer };
    await wait(10);
  }
  throw new Error(`No profile with the token "${token}" was recorded`);
}

function shown(of: Panel, profile: Profile): string | undefined {
  const view = drawPanel(of, profile, NO_LINKS);
  return view && renderBlocksAsText(view.blocks);
}

test('a panel of the application shows its collected data with secrets masked', async () => {
  const { profile } = await recordedWith([tenantPanel], { 'X-Tenant': 'acme' });
  assert.equal(shown(tenantPanel, profile), 'Tenant    acme\nPassword  •••');
});

test('a panel without collected data is greyed', async () => {
  const { profile } = await recordedWith([tenantPanel]);
  assert.equal(shown(tenantPanel, profile), undefined);
});

test('a panel shows an error thrown by collect, and the response is unaffected', async () => {
  const broken = panel({
    name: 'broken',
    title: 'Broken',
    collect: (): object => {
      throw new Error('no such table');
    },
    view: () => ({ blocks: [] }),
  });
  const { profile, answer } = await recordedWith([broken, tenantPanel], { 'X-Tenant': 'acme' });
  assert.match(answer, /hello/);
  assert.match(shown(broken, profile)!, /Collector "broken" failed: no such table/);
  assert.match(shown(tenantPanel, profile)!, /acme/);
});

test('a panel shows an error thrown by view', async () => {
  const broken = panel({
    name: 'broken',
    title: 'Broken',
    collect: () => 1,
    view: () => {
      throw new Error('bad view');
    },
  });
  const { profile } = await recordedWith([broken]);
  assert.equal(shown(broken, profile), '✖ Panel "broken" failed: bad view');
});

test('panel() throws for an invalid name', () => {
  for (const name of ['', 'Tenant', 'a b', '../x', '1a', '__proto__']) {
    assert.throws(() => panel({ ...tenantPanel, name, view: () => ({ blocks: [] }) }), /Invalid panel name/);
  }
});
