/** Returns the texts, numbers and booleans in a recorded value, such as the parameters of a query, at most 10,000. */
export function collectLeaves(value: unknown, found: (string | number | boolean)[] = [], depth = 0): typeof found {
  if (found.length >= MAX_LEAVES || depth > MAX_DEPTH) return found;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') found.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) collectLeaves(member, found, depth + 1);
  return found;
}

const MAX_LEAVES = 10_000;
const MAX_DEPTH = 8;
