import { FastifyAdapter } from '@nestjs/platform-fastify';
import { serveNest } from '../lib/nest-app.mjs';

const adapter = new FastifyAdapter();
adapter.getInstance().addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
await serveNest(adapter);
