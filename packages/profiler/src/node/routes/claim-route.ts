import { countTemplateSegments, matchesTemplate, splitPath } from './match-template.ts';
import { nameVariables } from './name-variables.ts';
import { GUESSED_ROUTE } from '../../profile/guessed-route.ts';

/**
 * Returns the route of a request from the template that a framework reports, which must match the path. A router that is
 * mounted below a path knows only its own part, so the path before it is added: `/posts/7` and `/:id` are `/posts/:id`.
 *
 * @param template the template, such as `/:id`
 * @param path the path that the client requested
 * @param seen the path that the router matched, if it differs: without a mount path, or rewritten by the application
 * @returns undefined if the template does not match
 */
export function claimRoute(template: string, path: string, seen = path): string | undefined {
  // Another value than a path, such as a URL.
  if (!/^(?:$|[/*({:])/.test(template)) return undefined;
  const isPart = seen !== path && path.endsWith(seen) && seen.length > 1;
  if (isPart && matchesTemplate(template, seen)) return join(path.slice(0, -seen.length), template);
  if (matchesTemplate(template, path)) return template === '' ? '/' : template;
  const count = countTemplateSegments(template);
  const segments = splitPath(path);
  if (count !== undefined && count > 0 && count < segments.length) {
    const inner = segments.slice(-count).join('/');
    if (matchesTemplate(template, inner)) return join(`/${segments.slice(0, -count).join('/')}`, template);
  }
  return seen !== path && !isPart && matchesTemplate(template, seen) ? template : undefined;
}

// The values of parameters in the path of a mounted router are not known.
function join(mount: string, template: string): string {
  const named = nameVariables(mount);
  const route = named + (template.startsWith('/') ? template : `/${template}`);
  return named === mount ? route : GUESSED_ROUTE + route;
}
