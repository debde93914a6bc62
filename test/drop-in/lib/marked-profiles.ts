import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Profile } from '../../../packages/profiler/src/profile/profile.ts';
import { getQueries } from './sql-drivers.ts';

/**
 * Checks that there is a profile of each marked request, and that it has the work of that request and nothing else. The work
 * of a request that was aborted may be incomplete when its profile is saved.
 *
 * @param sent the IDs of the requests
 * @param hasResponse whether the application logs that a response of Node.js is finished
 */
export function checkMarkedProfiles(profiles: readonly Profile[], sent: readonly string[], hasResponse = true): void {
  const ids = profiles.map(({ summary }) => new URL(summary.url).searchParams.get('id'));
  assert.equal(ids.length, sent.length);
  assert.deepEqual(new Set(ids), new Set(sent));
  const differences = profiles
    .map((profile) => compare(profile, hasResponse))
    .filter((element) => element !== undefined);
  assert.deepEqual(differences, []);
}

function compare(profile: Profile, hasResponse: boolean): object | undefined {
  const { aborted, url, status } = profile.summary;
  const { pathname, searchParams } = new URL(url);
  const work = expectedWork(pathname, searchParams.get('id')!);
  const actual = recordedWork(profile);
  const isExpected = (text: string): boolean =>
    aborted ? actual.includes(text) : hasResponse || !text.startsWith('log finished');
  const expected = work.filter(isExpected);
  return (aborted || status === 200) && isDeepStrictEqual(actual, expected)
    ? undefined
    : { url, status, expected, actual };
}

function expectedWork(path: string, id: string): readonly string[] {
  if (path === '/slow') return ['response first'];
  if (path === '/note')
    return [`log note ${id}`, `log finished ${id}`, `request {"id":"${id}"}`, `response {"id":"${id}"}`];
  return [
    ...[`log start ${id}`, `log end ${id}`, `log finished ${id}`, `query ["${id}"]`, `call /mark/${id}`],
    `response {"id":"${id}","text":"${id}"}`,
  ];
}

function recordedWork(profile: Profile): readonly string[] {
  const { logs, spans, request, response } = profile.data;
  const calls = spans.filter(({ kind }) => kind === 'http').map(({ details }) => String(details?.['url']));
  return [
    // Koa logs that it cannot write to a client that left.
    ...logs
      .filter(({ channel, level }) => channel === 'console' && level === 'info')
      .map(({ message }) => `log ${message}`),
    ...getQueries(profile).map(({ parameters }) => `query ${JSON.stringify(parameters)}`),
    ...calls.map((url) => `call ${new URL(url).pathname}`),
    ...getBody('request', request.body?.content),
    // On a busy machine, a slow response may be complete before its client leaves.
    ...getBody('response', response.body?.content.replace(/^firstlast$/, 'first')),
  ];
}

function getBody(name: string, content: string | undefined): readonly string[] {
  return content === undefined || content === '' ? [] : [`${name} ${content}`];
}
