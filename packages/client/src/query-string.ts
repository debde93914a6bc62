/**
 * Returns the query string for filters and options: lists as `name[]`, bounds as `name[gte]`, fields and included links joined by commas.
 * Undefined values are omitted.
 */
export function getQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if ((name === 'fields' || name === 'include') && Array.isArray(value)) pairs.set(name, value.join(','));
    else if (Array.isArray(value)) value.forEach((element) => pairs.append(`${name}[]`, String(element)));
    else if (typeof value === 'object' && value !== null) appendMembers(pairs, name, value);
    else pairs.set(name, String(value));
  }
  return format(pairs);
}

/** Returns the query string of a route, where a list repeats its name. Undefined values are omitted. */
export function getRouteQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const element of [value].flat()) if (element !== undefined) pairs.append(name, String(element));
  return format(pairs);
}

function format(pairs: URLSearchParams): string {
  return pairs.size === 0 ? '' : `?${pairs.toString()}`;
}

function appendMembers(pairs: URLSearchParams, name: string, value: object): void {
  for (const [key, member] of Object.entries(value)) {
    if (Array.isArray(member)) for (const value of member) pairs.append(`${name}[${key}][]`, String(value));
    else if (member !== undefined) pairs.append(`${name}[${key}]`, String(member));
  }
}
