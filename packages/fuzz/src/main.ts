#!/usr/bin/env node
// Old versions of Node.js must be able to parse this file, so that it can print the required version.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 15)) {
  // Caches compiled code and stripped types, which makes start-up faster.
  (await import('node:module')).enableCompileCache();
  const { runCommandLine } = await import('oriel-core/cli');
  await runCommandLine(
    {
      name: 'oriel-fuzz',
      summary: 'sends generated requests to an API and reports where it differs from its OpenAPI document',
      manifest: import.meta.resolve('oriel-fuzz/package.json'),
      main: () => import('./fuzz-command.ts'),
      commands: {},
    },
    process.argv.slice(2),
  );
} else {
  process.stderr.write(
    'oriel-fuzz needs Node.js 22.15 or newer; this is ' +
      process.versions.node +
      '\n' +
      'fix: install it from https://nodejs.org, or for this project only: npm install --save-dev node@24\n',
  );
  process.exitCode = 1;
}
