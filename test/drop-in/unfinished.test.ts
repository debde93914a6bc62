import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { drawPanel } from '../../packages/profiler/src/view/panels/draw-panel.ts';
import { PANELS } from '../../packages/profiler/src/view/panels/panels.ts';
import { NO_LINKS } from '../../packages/profiler/src/profile/view-model.ts';
import { renderBlocksAsMarkdown } from '../../packages/profiler/src/view/render/blocks-markdown.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';
import { postgresBoats } from './lib/sql-databases.ts';

const cleanUps: (() => unknown)[] = [];
const context = { after: (cleanUp: () => unknown) => void cleanUps.push(cleanUp) };
const env = await postgresBoats(context, 'unfinished');

describe('work that a profile does not show in full', { skip: typeof env === 'string' && env }, () => {
  let app: Application;
  before(async () => {
    app = await startApplication(context, 'unfinished.mjs', { env: Object(env) });
  });
  after(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });

  const record = async (path: string): Promise<Profile> => app.profileOf(await fetch(`${app.url}${path}`));
  const panel = (name: string, profile: Profile): { count: number | undefined; text: string } => {
    const view = drawPanel(
      PANELS.find((candidate) => candidate.name === name)!,
      profile,
      NO_LINKS,
    )!;
    return { count: view.count, text: renderBlocksAsMarkdown(view.blocks) };
  };

  test('is recorded to its end if it began before the response was sent', async () => {
    const profile = await record('/continues');
    const queries = profile.data.spans.filter(({ kind }) => kind === 'db');
    assert.deepEqual(
      queries.map(({ name, duration }) => [name, duration >= 0]),
      [
        ['select pg_sleep(0.1)', true],
        ['select 2', true],
      ],
    );
    assert.equal(profile.summary.dbCount, 2);
    assert.match(profile.data.logs.map(({ message }) => message).join(), /half of the work/);
    assert.match(panel('database', profile).text, /began after the response was sent/);
    assert.match(panel('logs', profile).text, /1 began after the response was sent/);
    assert.ok(profile.summary.findings.includes('unfinished'), profile.summary.findings.join());
  });

  test('has no duration if it has not ended', async () => {
    const profile = await record('/slow');
    const { text } = panel('database', profile);
    assert.match(text, /still running/);
    assert.match(text, /1 had not ended when the profile was created/);
    assert.match(panel('timeline', profile).text, /1 had not ended/);
    assert.doesNotMatch(text, /\b0\.00 \|/);
    assert.ok(profile.summary.findings.includes('unfinished'));
  });

  test('is counted beyond the maximum of entries', async () => {
    const profile = await record('/many');
    assert.deepEqual([profile.summary.dbCount, profile.summary.errors], [5_100, 1]);
    assert.deepEqual(profile.data.dropped, { db: 100, debug: 50, error: 1 });
    const { count, text } = panel('database', profile);
    assert.equal(count, 5_100);
    assert.match(text, /100 more were counted, but not kept[^]*Queries: `5100`/);
    assert.equal(panel('logs', profile).count, 5_051);
    assert.ok(profile.summary.findings.includes('not-kept'));
  });
});
