import type { ProfilerHandler } from './profiler-handler.ts';

/** Passes every request on, or answers 404 if there is no next handler. */
export const passOn: ProfilerHandler = (_request, response, next) => {
  if (next) return next();
  response.statusCode = 404;
  response.end();
};
