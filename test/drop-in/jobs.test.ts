import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { drawPanel } from '../../packages/profiler/src/view/panels/draw-panel.ts';
import { NO_LINKS } from '../../packages/profiler/src/profile/view-model.ts';
import { requestPanel } from '../../packages/profiler/src/view/panels/request-panel.ts';
import { responsePanel } from '../../packages/profiler/src/view/panels/response-panel.ts';
import { renderBlocksAsText } from '../../packages/profiler/src/view/render/blocks-terminal.ts';
import { startApplication } from './lib/application.ts';

test('withProfile records work outside of a request with its logs', async (t) => {
  const app = await startApplication(t, 'jobs.mjs', { env: { FIRST_JOB: 'sends' } });
  const [{ summary, data }] = (await app.profiles(1)) as [Profile];
  assert.deepEqual(
    [summary.method, summary.url, summary.path, summary.route, summary.status],
    ['JOB', 'job:send-mail', '/send-mail', 'send-mail', 200],
  );
  assert.deepEqual(
    data.logs.map(({ message }) => message),
    ['sending to password=•••'],
  );
  assert.match(data.request.handler ?? '', /jobs\.mjs:\d+$/);
});

test('withProfile returns the result, and links the profile of the request to that of the work', async (t) => {
  const app = await startApplication(t, 'jobs.mjs');
  const response = await fetch(`${app.url}/sends`);
  assert.equal(await response.text(), 'sent');
  const request = await app.profileOf(response);
  const span = request.data.spans.find(({ name }) => name === 'job:send-mail');
  const job = await app.profile(String(span?.details?.['profile']));
  assert.equal(job.summary.url, 'job:send-mail');
  assert.equal(job.summary.traceId, request.summary.traceId);
  assert.equal(job.data.logs.length, 1);
  assert.equal(request.data.logs.length, 0);
});

test('withProfile records the error of the work and rethrows it', async (t) => {
  const app = await startApplication(t, 'jobs.mjs');
  assert.equal(await (await fetch(`${app.url}/fails`)).text(), 'no such mailbox');
  const job = (await app.profiles(2)).find(({ summary }) => summary.method === 'JOB')!;
  assert.deepEqual([job.summary.exception, job.summary.status], ['RangeError', 500]);
  assert.match(JSON.stringify(job.data.exception), /no such mailbox/);
  assert.ok(job.summary.findings.includes('exception'));
});

test('withProfile runs work that returns no promise, and rejects an invalid kind', async (t) => {
  const app = await startApplication(t, 'jobs.mjs');
  for (const [path, expected] of [
    ['/sync', '7'],
    ['/throws', 'SyntaxError'],
    ['/invalid', 'Invalid kind "Send mail"; use lower-case letters, as in "job"'],
  ] as const)
    assert.equal(await (await fetch(`${app.url}${path}`)).text(), expected);
  const jobs = (await app.profiles(5)).filter(({ summary }) => summary.method === 'CRON');
  assert.deepEqual(
    jobs.map(({ summary }) => [summary.url, summary.exception]),
    [
      ['cron:count things?', undefined],
      ['cron:count things?', 'SyntaxError'],
    ],
  );
});

test('withProfile bounds a name of any text, and recording goes on', async (t) => {
  const app = await startApplication(t, 'jobs.mjs');
  const response = await fetch(`${app.url}/hostile`);
  assert.equal(await response.text(), 'ran');
  const span = (await app.profileOf(response)).data.spans.find(({ name }) => name.startsWith('job:'));
  const { summary } = await app.profile(String(span?.details?.['profile']));
  assert.match(summary.url, /^job:\ufffdx+…$/);
  assert.ok(summary.url.length < 300 && summary.path.length < 400 && span!.name.length < 300);
  assert.doesNotMatch(app.errors(), /recording stopped/);
});

test('withProfile only runs the work where recording is disabled', async (t) => {
  const app = await startApplication(t, 'jobs.mjs', { env: { ORIEL_PROFILER: 'off' } });
  for (const [path, expected] of [
    ['/sends', 'sent'],
    ['/fails', 'no such mailbox'],
    ['/sync', '7'],
  ] as const)
    assert.equal(await (await fetch(`${app.url}${path}`)).text(), expected);
});

test('the request panel shows a job, and the response panel is greyed', async (t) => {
  const app = await startApplication(t, 'jobs.mjs', { env: { FIRST_JOB: 'sends' } });
  const [job] = (await app.profiles(1)) as [Profile];
  const text = renderBlocksAsText(drawPanel(requestPanel, job, NO_LINKS)!.blocks);
  assert.match(text, /Kind\s+job/);
  assert.match(text, /Name\s+send-mail/);
  assert.match(text, /Outcome\s+succeeded/);
  assert.equal(drawPanel(responsePanel, job, NO_LINKS), undefined);
});
