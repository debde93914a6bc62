import { createServer } from 'node:http';

/** Serves a function for each path. What it returns or throws is the response, errors with their stacks. */
export function serve(routes) {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    try {
      const route = pathname === '/routes' ? () => Object.keys(routes) : routes[pathname.slice(1)];
      const result = await route(Object.fromEntries(searchParams));
      response.end(JSON.stringify(result));
    } catch (error) {
      response.statusCode = 500;
      response.end(JSON.stringify({ ...error, name: error.name, message: error.message, stack: error.stack }));
    }
  });
  server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
}

/** Returns the stack of the error that `work` throws in a callback, where the driver does not catch it. */
export function uncaughtStack(work) {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  return new Promise((resolve) => {
    process.once('uncaughtException', ({ stack }) => {
      Error.stackTraceLimit = stackTraceLimit;
      resolve({ stack });
    });
    work();
  });
}
