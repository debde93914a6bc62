import { createServer } from 'node:http';
import { serve } from '../lib/answers.mjs';
import { handler } from './astro/dist/server/entry.mjs';

serve(createServer((request, response) => handler(request, response)));
