import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RouteCollection } from './route-collection.ts';
import { TraceableUrlMatcher } from './traceable-url-matcher.ts';

const routes = new RouteCollection([
  { name: 'other', path: '/nowhere' },
  { name: 'method', path: '/a', methods: ['GET', 'HEAD'] },
  { name: 'host', path: '/a', host: 'api.{tld}' },
  { name: 'scheme', path: '/a', schemes: ['https'] },
  {
    name: 'condition',
    path: '/a',
    condition: function isMonday() {
      return false;
    },
  },
  { name: 'slash', path: '/a/', methods: ['POST'] },
  { name: 'requirement', path: '/{x}', requirements: { x: '\\d+' } },
  { name: 'yes', path: '/{y}' },
  { name: 'late', path: '/{z}' },
]);

test('trace reports for each route whether it matched and why not', () => {
  const { candidates, result } = new TraceableUrlMatcher(routes).trace({
    method: 'POST',
    scheme: 'http',
    host: '127.0.0.1',
    path: '/a',
    query: '',
  });
  assert.deepEqual(
    candidates.map(({ route, level, reason }) => [route.name, level, reason]),
    [
      ['other', 'no', 'Path does not match'],
      [
        'method',
        'almost',
        'Path almost matches, but Method "POST" does not match any of the required methods (GET, HEAD)',
      ],
      ['host', 'almost', 'Path almost matches, but Host "127.0.0.1" does not match the requirement ("api.{tld}")'],
      ['scheme', 'almost', 'Path almost matches, but Scheme "http" does not match any of the required schemes (https)'],
      ['condition', 'almost', 'Path almost matches, but Condition "isMonday" does not evaluate to "true"'],
      ['slash', 'almost', 'Path almost matches, but Slash at the end of "/a" does not match, "/a/" would'],
      ['requirement', 'almost', 'Path almost matches, but Requirement for "x" does not match (\\d+)'],
      ['yes', 'yes', 'Route matches!'],
      ['late', 'no', 'Not reached: an earlier route matched'],
    ],
  );
  assert.ok('route' in result && result.route.name === 'yes');
});

test('trace reports a redirect as an almost match of its target route', () => {
  const list = new TraceableUrlMatcher(new RouteCollection([{ name: 'list', path: '/posts/' }]));
  const { candidates, result } = list.trace({ method: 'GET', scheme: 'http', host: 'h', path: '/posts', query: 'p=1' });
  assert.equal(candidates[0]?.level, 'almost');
  assert.ok('redirect' in result && result.redirect === 'http://h/posts/?p=1');
});
