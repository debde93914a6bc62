import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

test('libraries are watched whose files another tool reads and compiles', async (t) => {
  const app = await startApplication(t, 'own-loader.cjs');
  const response = await fetch(`${app.url}/greetings/Ada`);
  assert.equal(await response.text(), 'hello Ada');
  const { summary, data } = await app.profileOf(response);
  assert.equal(summary.route, '/greetings/:name');
  assert.equal(data.framework?.name.replace(/[\d.]+$/, ''), 'Express ');
});
