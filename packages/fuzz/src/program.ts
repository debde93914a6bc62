import { runCommandLine } from 'oriel-core/cli';

/** Runs the program `oriel-fuzz`. */
export async function run(args: readonly string[]): Promise<void> {
  await runCommandLine(
    {
      name: 'oriel-fuzz',
      summary: 'sends generated requests to an API and reports where it differs from its OpenAPI document',
      manifest: import.meta.resolve('oriel-fuzz/package.json'),
      main: () => import('./fuzz-command.ts'),
      commands: {},
    },
    args,
  );
}
