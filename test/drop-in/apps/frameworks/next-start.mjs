import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The application of `next`, as `next start` serves it. */
const folder = fileURLToPath(new URL('../next', import.meta.url));
process.argv.splice(2, 0, 'start', folder, '--port', '0', '--hostname', '127.0.0.1');
createRequire(import.meta.url)('next/dist/bin/next');
