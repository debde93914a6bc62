import { ok } from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { after } from 'node:test';
import { mirrored } from './mirror-host.ts';

// The access tests of REST run here with hosts that repeat each request as a call of a tool. A call that is not refused as
// the request was, or that shows something else, fails the test.
const WRAPPER = new URL('./mirrored-oriel.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    const isTest =
      /\/test\/(?:story|security|lib)\//.test(parent) && /^(?:oriel-host|.*\/host\/src\/index\.ts)$/.test(specifier);
    const isTesting = /\/host\/src\/testing\//.test(parent) && specifier.endsWith('host/define-host.ts');
    return isTest || isTesting ? { url: WRAPPER, shortCircuit: true } : next(specifier, context);
  },
});

const SUITES = [
  '../story/access.test.ts',
  '../security/row-rules.test.ts',
  '../security/field-rules.test.ts',
  '../security/hidden-fields.test.ts',
  '../security/hidden-routes.test.ts',
  '../security/hidden-validators.test.ts',
  '../security/path-rules.test.ts',
  '../security/custom-functions-rows.test.ts',
  '../security/links-in-bodies.test.ts',
  '../security/link-identifiers.test.ts',
  '../security/nested-parents.test.ts',
  '../security/scoped-parents.test.ts',
  '../security/firewall.test.ts',
  '../security/firewall-paths.test.ts',
  '../security/safe-methods.test.ts',
  '../security/api-key-and-basic.test.ts',
  '../security/access-documents.test.ts',
];

for (const suite of SUITES) await import(suite);

after(() => {
  ok(mirrored.refused > 100 && mirrored.answered > 100, JSON.stringify(mirrored));
});
