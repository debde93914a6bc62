/**
 * The commands of the documentation that install packages of Oriel. Until the packages are in the npm registry, they install
 * the files that `npm run pack` writes, from a clone with the name `oriel` beside the application.
 */

/** Whether the packages are in the registry. The release sets it to true and runs `node tools/check-installs.ts --write`. */
export const RELEASED = false;

/** A line of a page that installs packages of Oriel. */
export interface InstallCommand {
  readonly path: string;
  readonly line: number;
  /** The command, without its comment. */
  readonly text: string;
}

/** Finds the commands in the `sh` blocks of a page. */
export function findInstallCommands(path: string, page: string): InstallCommand[] {
  let inside = false;
  return page.split('\n').flatMap((text, index) => {
    const [, language] = /^\s*```(\w*)/.exec(text) ?? [];
    if (language !== undefined) inside = language === 'sh';
    const command = inside
      ? /^\s*((?:npm (?:i|install|add)|pnpm add|yarn add)\b[^#&]*\boriel\b[^#&]*)/.exec(text)?.[1]
      : undefined;
    return command === undefined ? [] : [{ path, line: index + 1, text: command.trim() }];
  });
}

/** Returns the command as it has to be written before or after the release. */
export function correctInstallCommand(text: string, released = RELEASED): string {
  const words = text.split(/\s+/);
  const names = new Set(words.flatMap((word) => ORIEL.exec(word)?.[1] ?? []));
  const wanted = released ? withoutImplied(names) : withImplied(names);
  const packages = NAMES.filter((name) => wanted.has(name)).map((name) => (released ? name : `${PACKED}/${name}.tgz`));
  const first = words.findIndex((word) => ORIEL.test(word));
  return [...words.slice(0, first), ...packages, ...words.slice(first).filter((word) => !ORIEL.test(word))].join(' ');
}

/** The folder that `npm run pack` writes, relative to an application beside the clone. */
const PACKED = '../oriel/var/packages';
const ORIEL = /^(?:\S*\/)?(oriel(?:-(?:core|host|client|fuzz))?)(?:\.tgz)?$/;
/** The packages, each after those that it needs. */
const NAMES = ['oriel-core', 'oriel', 'oriel-host', 'oriel-client', 'oriel-fuzz'];
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  oriel: ['oriel-core'],
  'oriel-host': ['oriel-core', 'oriel'],
  'oriel-fuzz': ['oriel-core'],
};

// npm would look for the packages that another one needs in the registry.
function withImplied(names: ReadonlySet<string>): Set<string> {
  return new Set([...names].flatMap((name) => [...(NEEDED[name] ?? []), name]));
}

function withoutImplied(names: ReadonlySet<string>): Set<string> {
  const implied = new Set([...names].flatMap((name) => NEEDED[name] ?? []));
  return new Set([...names].filter((name) => !implied.has(name)));
}
