#!/usr/bin/env node
// Parsed by every Node, so that an old one can be told what is missing; everything else is imported after that.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
// node:crypto has argon2 from 24.7 on.
if (major > 24 || (major === 24 && minor >= 7)) {
  // Compiling is much of a start; what was compiled, and had its types taken away, is kept.
  (await import('node:module')).enableCompileCache();
  const { runCommandLine } = await import('./command-line.ts');
  await runCommandLine(process.argv.slice(2));
} else {
  process.stderr.write(
    'Oriel needs Node 24.7 or newer, this is ' +
      process.versions.node +
      '\n' +
      'fix: install it from https://nodejs.org, or for this project alone: npm install --save-dev node@24\n',
  );
  process.exitCode = 1;
}
