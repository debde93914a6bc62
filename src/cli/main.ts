#!/usr/bin/env node
// Old versions of Node.js must be able to parse this file, so that it can print the required version.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
// The profiler also shows requests of other servers, which run on older versions. Hosts need argon2 of node:crypto.
const isProfiler = /^profiler?$/.test(process.argv[2] || '');
const least = isProfiler ? [22, 15] : [24, 7];
if (major > least[0]! || (major === least[0] && minor >= least[1]!)) {
  // Caches compiled code and stripped types, which makes start-up faster.
  (await import('node:module')).enableCompileCache();
  const { runCommandLine } = await import('./command-line.ts');
  await runCommandLine(process.argv.slice(2));
} else {
  process.stderr.write(
    (isProfiler ? 'The profiler of Oriel' : 'Oriel') +
      ' needs Node.js ' +
      least.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '\n' +
      'fix: install it from https://nodejs.org, or for this project only: npm install --save-dev node@24\n',
  );
  process.exitCode = 1;
}
