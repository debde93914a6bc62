import { join } from 'node:path';

// Next.js would otherwise choose the folder of another lockfile.
const root = join(import.meta.dirname, '../..');

export default { turbopack: { root }, outputFileTracingRoot: root };
