// Runs the same tests with the feature in `plugins`.
process.env['ORIEL_TEST_AS_PLUGIN'] = '1';
await import('./security-headers.test.ts');
