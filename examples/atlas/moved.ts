import { HttpResponse, route } from 'oriel';

/** The first atlas had plain routes at the root; who kept their URLs is led on. */
export const moved = route('moved', 'GET /{path<(?:countries|cities)(?:/.*)?>}', {
  handle: ({ context }) =>
    new HttpResponse(308, ['Location', `/api${context.path}${context.query === '' ? '' : `?${context.query}`}`]),
});
