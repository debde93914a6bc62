import { createServer } from 'node:http';
import { serve } from '../lib/answers.mjs';
import { handler } from './sveltekit/build/handler.js';

serve(createServer(handler));
