import { createRequestListener } from '@react-router/node';
import { createServer } from 'node:http';
import { serve } from '../lib/answers.mjs';

const build = await import('./react-router/build/server/index.js');
serve(createServer(createRequestListener({ build })));
