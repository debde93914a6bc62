import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import type { Host } from '../../../packages/host/src/host/define-host.ts';
import type { NodeHandler } from '../../../packages/host/src/host/node-handler.ts';

/** A server of a framework that passes requests to a host. */
export type StartServer = (t: Pick<TestContext, 'after'>, host: Pick<Host, 'node'>, path?: string) => Promise<string>;

/** The part of Express, Connect and middie that the tests use. */
export interface MiddlewareApp extends RequestListener {
  (request: IncomingMessage, response: ServerResponse): void;
  use(handler: unknown): this;
  use(path: string, handler: unknown): this;
}

/** Imports a package of `test/drop-in/package.json` without its types, which would slow down every type check. */
export async function load<Module>(name: string): Promise<Module> {
  return (await import(name)) as Module;
}

/** Listens on a free port until the end of the test. Returns the URL. */
export async function serve(t: Pick<TestContext, 'after'>, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** How each framework passes requests to `host.node`, followed by a route of its own at `/own`. */
export const FRAMEWORKS: Readonly<Record<string, StartServer>> = {
  'Express 5': async (t, host, path) => {
    const { default: express } = await load<{ default: () => MiddlewareApp }>('express');
    return serve(t, createServer(withOwn(express(), host.node, path)));
  },
  Connect: async (t, host, path) => {
    const { default: connect } = await load<{ default: () => MiddlewareApp }>('connect');
    return serve(t, createServer(withOwn(connect(), host.node, path)));
  },
  'Fastify 5 with @fastify/middie': async (t, host, path) => {
    const app = await createFastify();
    const { default: middie } = await load<{ default: unknown }>('@fastify/middie');
    await app.register(middie);
    if (path === undefined) app.use!(host.node);
    else app.use!(path, host.node);
    return listenWithFastify(t, app);
  },
  'Fastify 5 with a hook': async (t, host, path = '/') => {
    const app = await createFastify();
    app.addHook('onRequest', (request, reply, done) => {
      if (!request.raw.url!.startsWith(path)) return done();
      host.node(request.raw, reply.raw, done);
    });
    return listenWithFastify(t, app);
  },
  Vite: async (t, host, path) => {
    const { createServer: createVite } = await load<{ createServer: (config: object) => Promise<Vite> }>('vite');
    const middleware = {
      name: 'oriel',
      configureServer: ({ middlewares }: Vite) => void withOwn(middlewares, host.node, path),
    };
    const vite = await createVite({
      ...{ configFile: false, logLevel: 'silent', appType: 'custom', plugins: [middleware] },
      server: { port: 0, host: '127.0.0.1', ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    });
    await vite.listen();
    t.after(() => vite.close());
    return `http://127.0.0.1:${(vite.httpServer.address() as AddressInfo).port}`;
  },
  'node:http': (t, host) =>
    serve(
      t,
      createServer((request, response) => host.node(request, response, () => own(request, response))),
    ),
};

interface Vite {
  readonly middlewares: MiddlewareApp;
  readonly httpServer: Server;
  listen(): Promise<unknown>;
  close(): Promise<void>;
}

interface Fastify {
  use?: MiddlewareApp['use'];
  register(plugin: unknown): Promise<unknown>;
  get(path: string, handler: () => unknown): void;
  addHook(
    name: 'onRequest',
    hook: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly raw: ServerResponse },
      done: NonNullable<Parameters<NodeHandler>[2]>,
    ) => void,
  ): void;
  listen(address: { port: number; host: string }): Promise<string>;
  close(): Promise<void>;
}

async function createFastify(): Promise<Fastify> {
  const { default: fastify } = await load<{ default: (options: object) => Fastify }>('fastify');
  const app = fastify({ forceCloseConnections: true });
  app.get('/own', () => 'own');
  return app;
}

async function listenWithFastify(t: Pick<TestContext, 'after'>, app: Fastify): Promise<string> {
  t.after(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

function withOwn(app: MiddlewareApp, node: NodeHandler, path: string | undefined): MiddlewareApp {
  if (path === undefined) app.use(node);
  else app.use(path, node);
  return app.use(own);
}

function own(request: IncomingMessage, response: ServerResponse): void {
  response.statusCode = request.url === '/own' ? 200 : 404;
  response.end(request.url === '/own' ? 'own' : 'Not found by the framework');
}
