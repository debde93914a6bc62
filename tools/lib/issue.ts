/** A violation of a project rule. */
export interface Issue {
  /** `file:line`, so that a terminal can open it. */
  readonly place: string;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** Prints all issues, or `success` when there are none, and sets the exit code. */
export function report(issues: readonly Issue[], success: string): void {
  for (const { place, what, why, fix } of issues) console.error(`${place}\n  ${what}\n  why: ${why}\n  fix: ${fix}\n`);
  if (issues.length === 0) return console.log(success);
  console.error(`${issues.length} ${issues.length === 1 ? 'issue' : 'issues'}`);
  process.exitCode = 1;
}
