import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span } from '../../packages/core/src/trace/trace.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { drawPanel } from '../../packages/profiler/src/view/panels/draw-panel.ts';
import { NO_LINKS } from '../../packages/profiler/src/profile/view-model.ts';
import { mailPanel } from '../../packages/profiler/src/view/panels/mail-panel.ts';
import { renderBlocksAsText } from '../../packages/profiler/src/view/render/blocks-terminal.ts';
import { startApplication } from './lib/application.ts';

const RECIPIENTS = 'ada@example.com,bo@example.com,audit@example.com';

for (const transport of ['json', 'stream'])
  test(`a message of nodemailer is recorded with the ${transport} transport`, async (t) => {
    const app = await startApplication(t, 'mail.mjs');
    const response = await fetch(`${app.url}/${transport}`);
    assert.equal(await response.text(), RECIPIENTS);
    const profile = await app.profileOf(response);
    const { name, error, details } = getMail(profile);
    assert.equal(name, 'Your new password=•••');
    assert.equal(error, undefined);
    assert.equal(details?.['from'], '"Shop" <shop@example.com>');
    assert.equal(details?.['to'], RECIPIENTS.replaceAll(',', ', '));
    assert.equal(details?.['subject'], 'Your new password=•••');
    assert.ok(Number(details?.['size']) > 100);
    assert.match(String(details?.['caller']), /mail\.mjs:\d+$/);
    assert.doesNotMatch(JSON.stringify(profile), /hunter2/);
  });

test('a message with a callback is recorded, and the callback belongs to its request', async (t) => {
  const app = await startApplication(t, 'mail.mjs');
  const response = await fetch(`${app.url}/json?callback`);
  assert.equal(await response.text(), RECIPIENTS);
  const profile = await app.profileOf(response);
  assert.ok(getMail(profile).duration >= 0);
  assert.deepEqual(
    profile.data.logs.map(({ message }) => message),
    ['called back'],
  );
});

test('a message that cannot be sent has its error, and the application gets it', async (t) => {
  const app = await startApplication(t, 'mail.mjs');
  for (const query of ['', '?callback']) {
    const response = await fetch(`${app.url}/fail${query}`);
    assert.equal(await response.text(), 'ESOCKET');
    const profile = await app.profileOf(response);
    assert.match(getMail(profile).error!, /ECONNREFUSED/);
    assert.ok(profile.summary.findings.includes('failed-call'));
  }
});

test('the mail panel shows recipients, subject and result', async (t) => {
  const app = await startApplication(t, 'mail.mjs');
  const profile = await app.profileOf(await fetch(`${app.url}/json`));
  const text = renderBlocksAsText(drawPanel(mailPanel, profile, NO_LINKS)!.blocks);
  assert.match(text, /ada@example\.com.*Your new password=•••.*sent/);
});

function getMail({ data }: Profile): Span {
  const mails = data.spans.filter(({ kind }) => kind === 'mail');
  assert.equal(mails.length, 1);
  return mails[0]!;
}
