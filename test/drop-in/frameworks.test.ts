import type { Framework } from './lib/framework-profile.ts';
import { testFramework } from './lib/test-framework.ts';

const EXPRESS: Omit<Framework, 'file' | 'name'> = {
  pipeline: ['middleware measure', 'middleware authenticate'],
  ...{ routes: true, catchesErrors: true, knowsUser: true, hasResponse: true },
};

const FASTIFY: Omit<Framework, 'file' | 'name'> = {
  pipeline: ['onRequest measure', 'preHandler authenticate', 'onSend addHeader'],
  ...{ routes: true, catchesErrors: true, knowsUser: true, hasResponse: true },
};

const NEST: Omit<Framework, 'file' | 'name'> = {
  pipeline: [],
  routePipeline: ['guard AuthGuard', 'interceptor MeasureInterceptor'],
  handlers: /^(?:App|Shop)Controller\.\w+$/,
  ...{ routes: true, catchesErrors: true, knowsUser: true, hasResponse: true, httpError: 'HttpException' },
};

const FRAMEWORKS: readonly Framework[] = [
  { ...EXPRESS, file: 'express-5.mjs', name: /^Express 5\./ },
  { ...EXPRESS, file: 'express-4.mjs', name: /^Express 4\./ },
  { ...EXPRESS, file: 'connect.mjs', name: /^connect 3\./, routes: false },
  { ...FASTIFY, file: 'fastify-5.mjs', name: /^Fastify 5\./ },
  { ...FASTIFY, file: 'fastify-4.mjs', name: /^Fastify 4\./ },
  { ...EXPRESS, file: 'koa.mjs', name: /^Koa 3\./ },
  { ...EXPRESS, file: 'hono.mjs', name: /^Hono 4\./ },
  { ...EXPRESS, file: 'h3.mjs', name: /^h3 2\./, httpError: 'HTTPError' },
  { ...NEST, file: 'nest-express.mjs', name: /^NestJS \d+\.\S+ on Express \d/ },
  { ...NEST, file: 'nest-fastify.mjs', name: /^NestJS \d+\.\S+ on Fastify \d/ },
  {
    ...{ file: 'node-http.mjs', name: /^node:http$/, pipeline: [], routes: false },
    ...{ catchesErrors: false, knowsUser: false, hasResponse: true },
  },
];

for (const framework of FRAMEWORKS) testFramework(framework);
