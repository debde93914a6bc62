#!/usr/bin/env node
// Old versions of Node.js must be able to parse this file, so that it can print the required version.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 15)) {
  // Caches compiled code and stripped types, which makes start-up faster.
  (await import('node:module')).enableCompileCache();
  const { runCommandLine } = await import('oriel-core/cli');
  await runCommandLine(
    {
      name: 'oriel',
      summary: 'shows why a request was slow or failed',
      manifest: import.meta.resolve('oriel/package.json'),
      main: () => import('./serve.ts'),
      commands: {
        serve: () => import('./serve.ts'),
        list: () => import('./list.ts'),
        show: () => import('./show.ts'),
        explain: () => import('./explain.ts'),
        compare: () => import('./compare.ts'),
        replay: () => import('./replay.ts'),
        tail: () => import('./tail.ts'),
        routes: () => import('./routes.ts'),
        export: () => import('./export.ts'),
        clear: () => import('./clear.ts'),
        sign: () => import('./sign.ts'),
        skill: () => import('./skill.ts'),
      },
      suggest: (word) => (/^[0-9a-f]{6}$/.test(word) ? `show ${word}` : undefined),
      about: [
        [
          'to record an application',
          [
            'node --import oriel/register app.js',
            'Then run oriel without a command, which serves the pages of all recorded applications.',
          ],
        ],
      ],
    },
    process.argv.slice(2),
  );
} else {
  process.stderr.write(
    'oriel needs Node.js 22.15 or newer; this is ' +
      process.versions.node +
      '\n' +
      'fix: install it from https://nodejs.org, or for this project only: npm install --save-dev node@24\n',
  );
  process.exitCode = 1;
}
