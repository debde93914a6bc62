/**
 * Returns a path with the values of its parameters: `/boats/{id<\d+>}` with `{ id: 7 }` is `/boats/7`. An optional parameter
 * without a value is omitted with its slash.
 *
 * @param pattern the path of a route
 * @throws {TypeError} if a required parameter has no value, or if a value is `.` or `..`, which URLs cannot contain as a segment
 */
export function fillPath(pattern: string, values: Readonly<Record<string, unknown>>): string {
  const path = pattern.replace(PARAMETER, (_, slash: string, name: string, optional: string | undefined) => {
    const value = values[name];
    if (value === undefined || value === null) {
      if (optional !== undefined) return '';
      throw new TypeError(`The path ${pattern} needs a value for "${name}"; pass params: { ${name}: … }`);
    }
    const text = String(value);
    if (text === '.' || text === '..')
      throw new TypeError(`"${text}" cannot be the value of "${name}", because a URL drops such a segment of its path`);
    return slash + encodeURIComponent(text);
  });
  return path === '' ? '/' : path;
}

// A parameter with its slash, name, requirement and default: `/{page<\d+>?1}`.
const PARAMETER = /(\/?)\{!?(\w+)(?::\w+)?(?:<.*?>)?(\?[^}]*)?\}/g;
