#!/usr/bin/env node
// Old versions of Node.js must be able to parse this file, so that it can print the required version.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 15)) {
  // Caches compiled code and stripped types, which makes start-up faster.
  (await import('node:module')).enableCompileCache();
  const { run } = await import('./program.ts');
  await run(process.argv.slice(2));
} else {
  process.stderr.write(
    'oriel needs Node.js 22.15 or newer; this is ' +
      process.versions.node +
      '\n' +
      'fix: install it from https://nodejs.org, or for this project only: npm install --save-dev node@24\n',
  );
  process.exitCode = 1;
}
