import { startNitro } from '../lib/start-nitro.mjs';

/** The same in a minified build. */
await startNitro(() => import('../nitro-2/.output-minified/server/index.mjs'));
