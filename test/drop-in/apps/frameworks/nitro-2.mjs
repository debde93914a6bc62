import { startNitro } from '../lib/start-nitro.mjs';

/** The application of `nitro`, as Nitro 2 built it. */
await startNitro(() => import('../nitro-2/.output/server/index.mjs'));
