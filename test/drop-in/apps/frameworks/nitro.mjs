import { startNitro } from '../lib/start-nitro.mjs';

/** The application of `nitro`, as Nitro 3 built it. */
await startNitro(() => import('../nitro/.output/server/index.mjs'));
