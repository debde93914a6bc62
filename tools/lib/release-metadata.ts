/** The addresses of a release, which the package of a clone does not contain. */
export interface ReleaseMetadata {
  readonly repository: { readonly type: 'git'; readonly url: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
}

const VARIABLES = ['ORIEL_REPOSITORY', 'ORIEL_HOMEPAGE', 'ORIEL_BUGS'] as const;

/**
 * Reads the addresses of a release from environment variables.
 *
 * @throws {Error} that lists each variable that is missing or not an HTTPS URL
 */
export function readReleaseMetadata(env: NodeJS.ProcessEnv): ReleaseMetadata {
  const issues = VARIABLES.filter((name) => !isSecureUrl(env[name])).map(
    (name) => `  ${name} is ${env[name] === undefined ? 'missing' : `"${env[name]}"`}; expected an https:// URL`,
  );
  if (issues.length > 0) throw new Error(`The addresses of the release are incomplete\n${issues.join('\n')}`);
  const [repository, homepage, bugs] = VARIABLES.map((name) => env[name]!) as [string, string, string];
  return { repository: { type: 'git', url: `git+${repository}` }, homepage, bugs: { url: bugs } };
}

/**
 * Checks that the newest entry of a changelog is the version, with the date of its release.
 *
 * @throws {Error} if it is not
 */
export function checkChangelog(path: string, changelog: string, version: string): void {
  const heading = /^## (.+)$/m.exec(changelog)?.[1] ?? '';
  if (heading.startsWith(`${version} – `) && /– \d{4}-\d{2}-\d{2}$/.test(heading)) return;
  throw new Error(
    `The newest heading of ${path} is "## ${heading}"; expected "## ${version} – <date>", such as "## ${version} – 2026-12-01"`,
  );
}

function isSecureUrl(text: string | undefined): boolean {
  return URL.parse(text ?? '')?.protocol === 'https:';
}
