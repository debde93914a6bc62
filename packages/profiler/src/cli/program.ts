import { runCommandLine } from 'oriel-core/cli';

/** Runs the program `oriel`, which serves the pages if its arguments name no command. */
export async function run(args: readonly string[]): Promise<void> {
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
    args,
  );
}
