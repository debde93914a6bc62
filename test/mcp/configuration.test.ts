import { equal, match, throws } from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { defineHost } from 'oriel-host';
import type { HostConfigError } from 'oriel-host';
import { cities, createHarbour } from './harbour.ts';

/** Returns the issues of a configuration as `place: reason; fix`. */
function findIssues(config: object): string[] {
  try {
    createHarbour(config);
    return [];
  } catch (error) {
    return (error as HostConfigError).issues.map(({ place, reason, fix }) => `${place}: ${reason}; ${fix}`);
  }
}

const INVALID: readonly [what: string, config: object, issues: readonly (string | RegExp)[]][] = [
  ['a text', { mcp: 'yes' }, ['mcp: It is "yes"; Use true, or { readOnly: true }']],
  [
    'an unknown setting',
    { mcp: { readonly: true } },
    ['mcp.readonly: Unknown setting "readonly"; Did you mean "readOnly"?'],
  ],
  ['an unknown route', { mcp: { routes: { 'sale.report': 'x' } } }, [/There is no route "sale\.report"; Did you mean/]],
  ['a route without description', { mcp: { routes: { 'sales.report': '' } } }, [/Describe what the route does/]],
  ['a list of routes', { mcp: { routes: ['sales.report'] } }, [/Name each route with its description/]],
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
    const issues = findIssues(config);
    equal(issues.length, expected.length, issues.join('\n'));
    for (const [index, element] of expected.entries())
      if (typeof element === 'string') equal(issues[index], element);
      else match(issues[index]!, element);
  });

test('false disables the endpoint', async () => {
  const host = createHarbour({ mcp: false });
  equal((await host.fetch(new Request('http://localhost/mcp'))).status, 404);
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
