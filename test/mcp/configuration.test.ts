import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { defineHost } from 'oriel-host';
import type { HostConfig, HostConfigError } from 'oriel-host';
import { cities, createHarbour } from './harbour.ts';

/** Returns the issues of a configuration as `place: reason; fix`. */
function issuesOf(config: object): string[] {
  try {
    createHarbour(config);
    return [];
  } catch (error) {
    return (error as HostConfigError).issues.map(({ place, reason, fix }) => `${place}: ${reason}; ${fix}`);
  }
}

const INVALID: readonly [what: string, config: object, issues: readonly (string | RegExp)[]][] = [
  ['a text', { mcp: 'yes' }, ['mcp: It is "yes"; Use true, or { readOnly: true }']],
  ['an unknown setting', { mcp: { paht: '/a' } }, ['mcp.paht: Unknown setting "paht"; Did you mean "path"?']],
  ['a path without a slash', { mcp: { path: 'mcp' } }, [/^mcp\.path: "mcp" is not a path/]],
  ['a small limit', { mcp: { maxResultBytes: 1 } }, [/^mcp\.maxResultBytes: It is 1/]],
  ['an unknown resource', { mcp: { resources: ['citis'] } }, [/There is no resource "citis"; Did you mean "cities"\?/]],
  ['an unknown route', { mcp: { routes: { 'sale.report': 'x' } } }, [/There is no route "sale\.report"; Did you mean/]],
  ['a route without description', { mcp: { routes: { 'sales.report': '' } } }, [/Describe what the route does/]],
  ['a list of routes', { mcp: { routes: ['sales.report'] } }, [/Name each route with its description/]],
  ['an origin with a path', { mcp: { origins: ['https://a.example/x'] } }, [/^mcp\.origins\[0\]: /]],
  ['readOnly as a text', { mcp: { readOnly: 'yes' } }, [/^mcp\.readOnly: It is "yes"/]],
  [
    'an unknown operation of a resource',
    { resources: [cities('cities', { mcp: { operations: ['lists'] } })] },
    [/^resources\[0\] "cities"\.mcp\.operations: The resource has no operation "lists"; Did you mean "list"\?/],
  ],
  [
    'an access rule without a firewall',
    { mcp: { access: 'user' } },
    [/^mcp\.access: 'user' requires an authenticated user, but the host has no firewall/],
  ],
];

for (const [what, config, expected] of INVALID)
  test(`rejects ${what} for mcp`, () => {
    const issues = issuesOf(config);
    equal(issues.length, expected.length, issues.join('\n'));
    for (const [index, each] of expected.entries())
      if (typeof each === 'string') equal(issues[index], each);
      else match(issues[index]!, each);
  });

test('the path of the endpoint can be changed, and false disables it', async () => {
  const status = async (mcp: HostConfig['mcp'], path: string) =>
    (await createHarbour({ mcp: mcp! }).fetch(new Request(`http://localhost${path}`))).status;
  deepEqual([await status({ path: '/tools' }, '/tools'), await status({ path: '/tools' }, '/mcp')], [405, 404]);
  equal(await status(false, '/mcp'), 404);
});

test('without the package, the issue has its name and the command that installs it', () => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@modelcontextprotocol/server') throw new Error('not found');
      return next(specifier, context);
    },
  });
  try {
    throws(
      () => defineHost({ mcp: true, access: 'public', resources: [cities()] }),
      /needs the package "@modelcontextprotocol\/server"[^]*npm install @modelcontextprotocol\/server/,
    );
  } finally {
    hooks.deregister();
  }
});
