/** What the name of a guessed route begins with. Paths and the names of a host's routes do not. */
export const GUESSED_ROUTE = '~';

/** Returns whether a route was guessed from paths, because no watched framework reported it. */
export function isGuessedRoute(route: string | undefined): boolean {
  return route?.startsWith('~/') === true;
}
