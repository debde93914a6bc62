import fastify from 'fastify';
import { serveFastify } from '../lib/fastify-app.mjs';

await serveFastify(fastify);
