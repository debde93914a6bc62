import { HttpResponse, route } from 'oriel-host';

/** Redirects the URLs of the first version of Atlas, which had its routes at the root. */
export const moved = route('moved', 'GET /{path<(?:countries|cities)(?:/.*)?>}', {
  handle: ({ context }) =>
    new HttpResponse(308, ['Location', `/api${context.path}${context.query === '' ? '' : `?${context.query}`}`]),
});
