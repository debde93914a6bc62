import fastify from 'fastify4';
import { serveFastify } from '../lib/fastify-app.mjs';

await serveFastify(fastify);
