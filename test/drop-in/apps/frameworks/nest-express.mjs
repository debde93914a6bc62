import { ExpressAdapter } from '@nestjs/platform-express';
import { serveNest } from '../lib/nest-app.mjs';

await serveNest(new ExpressAdapter());
