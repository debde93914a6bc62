import { read } from './source-files.ts';

/** An installed package and its licence, as an SPDX expression. */
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string | undefined;
}

/** The code of others that the package contains; `npm run build` copies it with its licence. */
export const PACKED: readonly string[] = ['swagger-ui-dist'];

/** Licences that allow the redistribution of packed code under the terms of the package. */
export const PERMISSIVE: readonly string[] = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];

/** The lockfiles of the project, with what their packages are used for. */
export const LOCKFILES: Readonly<Record<string, string>> = {
  'package-lock.json': 'Development and tests',
  'test/drop-in/package-lock.json': 'Tests of `oriel/register` with frameworks and drivers',
  'examples/express-shop/package-lock.json': 'The Express shop',
  'test/runtimes/package-lock.json': 'Other runtimes',
  'site/package-lock.json': 'The documentation site',
};

// These have no field `license`; the licence is that of their LICENSE or readme file.
const FROM_FILES: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
  'world-countries': 'ODbL-1.0',
};

/** Returns the packages of a lockfile in alphabetical order. */
export function getPackages(lockfile: string): LicensedPackage[] {
  const { packages } = JSON.parse(read(lockfile)) as {
    packages: Record<string, { version?: string; license?: string; link?: boolean }>;
  };
  const found = new Map<string, LicensedPackage>();
  for (const [path, { version = '', license, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link === true) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${version}`, { name, version, licence: license ?? FROM_FILES[name] });
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}

/** Returns the text of LICENSES.md. */
export function licencesPage(): string {
  const packed = getPackages('package-lock.json').filter(({ name }) => PACKED.includes(name));
  const sections = Object.entries(LOCKFILES).map(([lockfile, use]) => section(use, getPackages(lockfile)));
  return `# Licences

\`npm run licences\` generates this page from the lockfiles.

Oriel has the [MIT licence](LICENSE). It has no runtime dependencies, so installing it installs no other package.

## In the package

| package | licence | where |
| --- | --- | --- |
${packed.map(({ name, version, licence }) => `| \`${name}\` ${version} | ${licence} | \`dist/features/resources/swagger-ui\`, with its licence and notice |`).join('\n')}

The packages below are not in the package.

${sections.join('\n\n')}
`;
}

function section(use: string, packages: readonly LicensedPackage[]): string {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence ?? 'unknown');
  const rows = [...byLicence]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(
      ([licence, value]) => `**${licence}:** ${value.map(({ name, version }) => `\`${name}\` ${version}`).join(', ')}`,
    );
  return `## ${use}\n\n${rows.length > 0 ? rows.join('\n\n') : 'None.'}`;
}
