import type { Finding, Profile } from '../../packages/profiler/src/profile/profile.ts';

/** The codes of findings that any request can have on a busy machine. */
const LOAD_FINDINGS: ReadonlySet<string> = new Set(['blocked', 'gap', 'recording-paused']);

/** Returns the codes of the findings of a profile, except for those that depend on the load of the machine. */
export function findingCodes({ data }: { readonly data: Pick<Profile['data'], 'findings'> }): string[] {
  return data.findings.map(({ code }: Finding) => code).filter((code) => !LOAD_FINDINGS.has(code));
}
