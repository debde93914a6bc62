/**
 * Returns the query string for filters and options: lists as `name[]`, bounds as `name[gte]`, fields and included links joined by commas.
 * Undefined values are omitted.
 */
export function getQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if ((name === 'fields' || name === 'include') && Array.isArray(value)) pairs.set(name, value.join(','));
    else if (Array.isArray(value)) value.forEach((each) => pairs.append(`${name}[]`, String(each)));
    else if (typeof value === 'object' && value !== null) appendMembers(pairs, name, value);
    else pairs.set(name, String(value));
  }
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the query string of a route, where a list repeats its name. Undefined values are omitted. */
export function getRouteQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined) pairs.append(name, String(each));
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
}

function appendMembers(pairs: URLSearchParams, name: string, value: object): void {
  for (const [key, each] of Object.entries(value)) {
    if (Array.isArray(each)) for (const value of each) pairs.append(`${name}[${key}][]`, String(value));
    else if (each !== undefined) pairs.append(`${name}[${key}]`, String(each));
  }
}
