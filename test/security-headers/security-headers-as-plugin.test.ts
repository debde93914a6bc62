// A built-in feature that is passed through `plugins:` passes its own tests.
process.env['ORIEL_TEST_AS_PLUGIN'] = '1';
await import('./security-headers.test.ts');
