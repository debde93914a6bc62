import type { RoleName } from 'oriel-core/http';

/** The roles of a host: a list, or the roles that each role includes: `{ admin: ['editor'], editor: [] }`. */
export type RolesConfig = readonly RoleName[] | { readonly [Name in RoleName]?: readonly RoleName[] };

/** Resolves which roles include others. */
export class RoleHierarchy {
  /** All roles of the configuration; undefined if it lists none. */
  readonly known: ReadonlySet<string> | undefined;
  // The roles that include a role.
  readonly #includedBy = new Map<string, Set<string>>();

  constructor(roles?: RolesConfig) {
    if (roles === undefined) return;
    const includes = (
      Array.isArray(roles) ? Object.fromEntries(roles.map((role: string) => [role, []])) : roles
    ) as Readonly<Record<string, readonly string[]>>;
    this.known = new Set([...Object.keys(includes), ...Object.values(includes).flat()]);
    for (const role of this.known) this.#includedBy.set(role, new Set());
    for (const role of Object.keys(includes))
      for (const included of closure(role, includes)) this.#includedBy.get(included)!.add(role);
  }

  /** Returns true if one of the roles is the wanted role or includes it. */
  has(roles: readonly string[], wanted: string): boolean {
    if (roles.includes(wanted)) return true;
    const includedBy = this.#includedBy.get(wanted);
    return includedBy !== undefined && roles.some((role) => includedBy.has(role));
  }
}

function closure(role: string, includes: Readonly<Record<string, readonly string[]>>): Set<string> {
  const found = new Set<string>();
  const visit = (from: string): void => {
    for (const text of includes[from] ?? []) {
      if (found.has(text)) continue;
      found.add(text);
      visit(text);
    }
  };
  visit(role);
  return found;
}
