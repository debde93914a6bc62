import type { Profile } from '../../profile/profile.ts';
import type { Panel } from '../../profile/view-model.ts';

/** Returns the name of the framework of a server that is not an Oriel host, without its version: `Express`. */
export function frameworkName({ framework }: Pick<Profile['data'], 'framework'>): string | undefined {
  const name: unknown = framework?.name;
  if (framework === undefined) return undefined;
  // A failed collector leaves an error instead.
  return typeof name === 'string' ? withoutVersion(name) : 'this server';
}

function withoutVersion(name: string): string {
  const space = name.lastIndexOf(' ');
  return space > 0 && /^v?\d/.test(name.slice(space + 1)) ? name.slice(0, space) : name;
}

/** Describes that no route is known. */
export function describeMissingRoute(data: Pick<Profile['data'], 'framework'>): string {
  const framework = frameworkName(data);
  return framework === undefined ? 'no route matched' : `none reported by ${framework}`;
}

/** Explains a route that begins with `~`. */
export const GUESSED_ROUTE_HINT = 'guessed from paths';

/** Returns why a panel is empty: it needs an Oriel host, or the profile has no data for it. */
export function explainEmptyPanel(
  { needsHost }: Panel,
  data: Pick<Profile['data'], 'framework'>,
  noData = 'No data',
): string {
  const framework = needsHost === true ? frameworkName(data) : undefined;
  return framework === undefined ? noData : `Not available for ${framework}`;
}
