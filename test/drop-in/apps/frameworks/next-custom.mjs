import next from 'next';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { serve } from '../lib/answers.mjs';

/** The application of Next.js, with a server of its own. */
const app = next({ dir: fileURLToPath(new URL('../next', import.meta.url)), hostname: '127.0.0.1', port: 0 });
await app.prepare();
const handle = app.getRequestHandler();
serve(createServer((request, response) => void handle(request, response)));
