import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RedirectableUrlMatcher } from './redirectable-url-matcher.ts';
import { RouteCollection } from './route-collection.ts';
import type { RouteDefinition } from './route.ts';

const segments = [
  ...Array.from({ length: 40 }, (_, index) => `group${index}`),
  ...[
    'a',
    'ab',
    'abcd',
    'abcde',
    'bcde',
    'user-list',
    'post-list',
    'é',
    'Ā',
    '日本',
    'a.b',
    'averyveryverylongsegment',
  ],
];
const definitions: RouteDefinition[] = [
  ...segments.flatMap((segment) => [
    { name: `${segment} one`, path: `/x/${segment}/{id}` },
    { name: `${segment} two`, path: `/x/${segment}/{id}/deep/{other}` },
  ]),
  { name: 'within', path: '/x/user-{name}/{id}' },
];

function find(matcher: RedirectableUrlMatcher, path: string): [string, unknown] | undefined {
  const answer = matcher.find({ method: 'GET', scheme: 'http', host: 'localhost', path, query: '' });
  return 'route' in answer && !('redirect' in answer) ? [answer.route.name, { ...answer.params }] : undefined;
}

test('a segment among many is found like a single one', { timeout: 20_000 }, () => {
  const matcher = new RedirectableUrlMatcher(new RouteCollection(definitions));
  const alone = definitions.map((definition) => new RedirectableUrlMatcher(new RouteCollection([definition])));
  const others = [
    '',
    'x',
    'grou',
    'group',
    'group4',
    'group400',
    'user-',
    'user-me',
    'user-lists',
    'abc',
    '\0a',
    '%61',
    '%',
  ];
  for (const segment of [...segments, ...others]) {
    for (const tail of [
      '',
      '/',
      '/7',
      '/7/',
      '/%37',
      '/7/deep',
      '/7/deep/8',
      '/7/deep/long-long%20',
      '/7/deer/8',
      '/a-long-one%2F/deep/8',
    ]) {
      const path = `/x/${segment}${tail}`;
      const expected = alone.map((one) => find(one, path)).find((one) => one !== undefined);
      assert.deepEqual(find(matcher, path), expected, path);
    }
  }
});
