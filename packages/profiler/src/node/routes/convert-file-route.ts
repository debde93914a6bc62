/**
 * Returns the template of a route that is named after a file, as those of Next.js, SvelteKit and Astro: `/users/[id]` is
 * `/users/:id`, `/files/[...path]` is `/files/:path+`, and groups such as `(app)` are not a part of the path.
 *
 * @param rest whether `[...path]` matches an empty path, too
 */
export function convertFileRoute(name: string, rest: '+' | '*' = '*'): string {
  const path = name.replaceAll(/\/\([^()/]+\)(?=\/|$)/g, '');
  const template = path.replaceAll(PARAMETER, (_, optional: string, dots: string, parameter: string) => {
    if (dots === '') return optional === '' ? `:${parameter}` : `:${parameter}?`;
    return optional === '' ? `:${parameter}${rest}` : `:${parameter}*`;
  });
  return template === '' ? '/' : template;
}

// A matcher may follow the name: [id=integer].
const PARAMETER = /\[(\[?)(\.{3}|)([^[\]/=]+)(?:=[^[\]/]*)?\]\]?/g;
