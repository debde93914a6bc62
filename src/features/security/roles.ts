/** The roles of a host: a list of them, or what each includes: `{ admin: ['editor'], editor: [] }`. */
export type RolesConfig = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** Which roles count as which. */
export class RoleHierarchy {
  /** Every role there is; undefined when nobody said. */
  readonly known: ReadonlySet<string> | undefined;
  // The roles that a role is met by beside itself: all that include it.
  readonly #metBy = new Map<string, Set<string>>();

  constructor(roles?: RolesConfig) {
    if (roles === undefined) return;
    const includes: Readonly<Record<string, readonly string[]>> = isList(roles)
      ? Object.fromEntries(roles.map((role) => [role, []]))
      : roles;
    this.known = new Set([...Object.keys(includes), ...Object.values(includes).flat()]);
    for (const role of this.known) this.#metBy.set(role, new Set());
    for (const role of Object.keys(includes))
      for (const included of closure(role, includes)) this.#metBy.get(included)!.add(role);
  }

  /** Has somebody with these roles that one, by itself or through another? */
  has(roles: readonly string[], wanted: string): boolean {
    if (roles.includes(wanted)) return true;
    const metBy = this.#metBy.get(wanted);
    return metBy !== undefined && roles.some((role) => metBy.has(role));
  }
}

function closure(role: string, includes: Readonly<Record<string, readonly string[]>>): Set<string> {
  const found = new Set<string>();
  const look = (from: string): void => {
    for (const each of includes[from] ?? []) {
      if (found.has(each)) continue;
      found.add(each);
      look(each);
    }
  };
  look(role);
  return found;
}

function isList(roles: RolesConfig): roles is readonly string[] {
  return Array.isArray(roles);
}
