import { runCommandLine } from 'oriel-core/cli';

/** Runs the program `oriel-host`. */
export async function run(args: readonly string[]): Promise<void> {
  await runCommandLine(
    {
      name: 'oriel-host',
      summary: 'an HTTP API host with a request profiler',
      manifest: import.meta.resolve('oriel-host/package.json'),
      commands: {
        dev: () => import('./dev.ts'),
        start: () => import('./start.ts'),
        routes: () => import('./routes.ts'),
        match: () => import('./match.ts'),
        events: () => import('./events.ts'),
        check: () => import('./check.ts'),
        migrate: () => import('./migrate.ts'),
        openapi: () => import('./openapi.ts'),
        schema: () => import('./schema.ts'),
        doctor: () => import('./doctor.ts'),
        new: () => import('./new.ts'),
      },
      about: [
        [
          'the file',
          [
            'It contains `export default defineHost({ … })`. The default is "oriel": { "host": "path" } in',
            'package.json, else the first of host, src/host, server, index, src/index with .ts, .js or .mjs.',
          ],
        ],
      ],
    },
    args,
  );
}
