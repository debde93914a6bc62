import type { LibraryWatch } from '../loading/library-watch.ts';
import { currentExchange, getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { readName } from './handler-places.ts';

/** Records controllers, guards, interceptors, pipes and exceptions of NestJS, on Express and on Fastify. */
export const nestLibrary: LibraryWatch<object> = {
  name: '@nestjs/core',
  majors: [10, 11, 12],
  tested: '10.4, 11.1, 12.5',
  files: {
    'router/router-execution-context.js': [
      { line: 'return async (req, res, next) => {', call: 'begin(req)' },
      {
        line: ['pendingPipes && (await pendingPipes);', 'fnApplyPipes && (await fnApplyPipes(args, req, res, next));'],
        call: 'handle(req, instance, callback)',
      },
    ],
    'guards/guards-consumer.js': [{ line: 'for (const guard of guards) {', call: "enter('guard', guard)" }],
    'interceptors/interceptors-consumer.js': [
      {
        line: 'const nextFn = async (i = 0) => {',
        condition: 'i < interceptors.length',
        call: "enter('interceptor', interceptors[i])",
      },
    ],
    'pipes/pipes-consumer.js': [
      { line: ['for (const pipe of transforms) {', 'const val = await deferredValue;'], call: "enter('pipe', pipe)" },
    ],
    'exceptions/exceptions-handler.js': [
      { line: 'next(exception, ctx) {', call: 'fail(ctx.getArgByIndex(0), exception)' },
    ],
  },
  watch(_, { version }) {
    framework = `NestJS ${version}`;
    return { begin, handle, enter, fail };
  },
};

/** A request of Express, which is that of Node.js, or one of Fastify. */
interface NestRequest {
  readonly raw?: object;
}

let framework = 'NestJS';

// The handler that Express and Fastify know is a function of Nest, and so is the line that declares it.
function begin(request: NestRequest): void {
  const exchange = identify(request);
  exchange?.withdrawCall('handler');
  if (exchange?.route) exchange.setName(exchange.route.name);
}

function handle(request: NestRequest, controller: object, method: object): void {
  identify(request)?.enterCall('handler', `${readClassName(controller)}.${readName(method)}`);
}

function enter(kind: string, part: object): void {
  currentExchange()?.enterCall(kind, readClassName(part));
}

// A guard that a library creates, such as AuthGuard('jwt'), has a class with a random name, whose name in the source is used.
function readClassName(part: object): string {
  const { constructor } = part;
  return typeof constructor === 'function' ? readName(constructor) : '';
}

function fail(request: NestRequest, exception: unknown): void {
  identify(request)?.fail(exception);
}

function identify(request: NestRequest): Exchange | undefined {
  return getExchange(request.raw ?? request)?.setOuterFramework(framework);
}
