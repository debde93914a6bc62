import { createServer } from 'node:http';
import { serve } from '../lib/answers.mjs';
import { handle } from '../lib/plain-handler.mjs';

serve(createServer(handle));
