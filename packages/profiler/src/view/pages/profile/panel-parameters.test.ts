import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { knownProfile } from '../../../../../../test/profiler/known-profile.ts';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';
import type { RecordedLog } from '../../../profile/profile.ts';
import { ProfilerLinks } from '../profiler-links.ts';

process.env['ORIEL_MODE'] = 'development';
const { host, storage } = createProfilerHost();
after(() => host.close());

const log = (level: RecordedLog['level'], channel: string, message: string): RecordedLog => ({
  ...{ at: 1, level, channel, message, context: '', route: undefined },
});
const logs = [log('info', 'app', 'it began'), log('error', 'app', 'it broke'), log('error', 'disk', 'it is full')];
const { summary, data } = knownProfile({ summary: { time: Date.now() }, data: { logs } });
storage.write([{ summary, data }]);

const get = async (path: string): Promise<string> =>
  (await host.fetch(new Request(`http://localhost${path}`, { headers: { Accept: 'text/html' } }))).text();
const messagesIn = (page: string): string[] =>
  logs.map(({ message }) => message).filter((message) => page.includes(message));

test('links of a panel filter its content', async () => {
  const all = await get('/_profiler/a1b2c3?panel=logs');
  assert.deepEqual(messagesIn(all), ['it began', 'it broke', 'it is full']);
  const links = [...all.matchAll(/href="([^"]*panel=logs&amp;[^"]+)"/g)].map(([, href]) =>
    href!.replaceAll('&amp;', '&'),
  );
  assert.ok(links.includes('/_profiler/a1b2c3?panel=logs&level=error'), links.join());
  assert.deepEqual(messagesIn(await get('/_profiler/a1b2c3?panel=logs&level=error')), ['it broke', 'it is full']);
  assert.deepEqual(messagesIn(await get('/_profiler/a1b2c3?panel=logs&channel=disk')), ['it is full']);
});

test('the parameters of a panel exclude its name and the key', () => {
  const links = new ProfilerLinks('pass', '/app');
  const { parameters: asked, panel } = links.forPanels('a1b2c3', {
    parameters: new URLSearchParams('panel=logs&level=error&key=k'),
  });
  assert.deepEqual(asked, { level: 'error' });
  assert.equal(panel('logs', undefined, { channel: 'a b' }), '/_profiler/a1b2c3?panel=logs&channel=a+b&key=pass');
  assert.equal(panel('logs', 'ffffff', { panel: 'x', key: 'y' }), '/_profiler/ffffff?panel=logs&key=pass');
});
