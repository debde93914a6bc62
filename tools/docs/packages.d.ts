// Types for packages of test/drop-in that guides use. Their own types would slow down every type check.
declare module 'better-auth' {
  export interface Auth {
    handler: (request: Request) => Promise<Response>;
    api: { getSession(options: { headers: Headers }): Promise<{ user: { id: string; email: string } } | null> };
  }
  export function betterAuth(options: object): Auth;
}
declare module 'better-auth/adapters/memory' {
  export function memoryAdapter(tables: object): unknown;
}
declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  interface Request extends IncomingMessage {
    params: Record<string, string>;
    body: unknown;
  }
  interface Response extends ServerResponse {
    status(code: number): this;
    send(text: string): this;
    json(value: unknown): this;
  }
  type Next = (error?: unknown) => void;
  type Handler = (req: Request, res: Response, next: Next) => unknown;
  interface Application {
    get(path: string, ...handlers: Handler[]): this;
    post(path: string, ...handlers: Handler[]): this;
    use(handler: (err: unknown, req: Request, res: Response, next: Next) => unknown): this;
    use(handler: Handler): this;
    listen(port: number): Server;
  }
  const express: { (): Application; json(): Handler };
  export default express;
}
declare module 'fastify' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Request {
    headers: Record<string, string | undefined>;
    body: object;
    routeOptions: { url: string };
    raw: IncomingMessage;
  }
  interface Reply {
    code(status: number): this;
    header(name: string, value: string): this;
    send(value: unknown): this;
    raw: ServerResponse;
  }
  interface Injected {
    statusCode: number;
    headers: Record<string, string | undefined>;
    payload: string;
    json(): unknown;
  }
  type Handler = (request: Request, reply: Reply) => Promise<unknown>;
  interface Fastify {
    get(path: string, handler: Handler): this;
    post(path: string, options: { schema: object; handler: Handler }): this;
    addHook(name: 'onRequest' | 'onSend', hook: Handler): this;
    addHook(name: 'onRequest', hook: (request: Request, reply: Reply, done: () => void) => void): this;
    addHook(name: 'onClose', hook: () => Promise<void>): this;
    inject(request: { method?: string; url: string; headers?: object; payload?: object }): Promise<Injected>;
  }
  export default function fastify(): Fastify;
}
