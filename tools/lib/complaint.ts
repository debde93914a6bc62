/** Something that is not as agreed, told so that it can be mended at once. */
export interface Complaint {
  /** `file:line`, so that a terminal can open it. */
  readonly place: string;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** Prints all complaints, or the sentence that says what holds; the exit code follows. */
export function report(complaints: readonly Complaint[], allIsWell: string): void {
  for (const { place, what, why, fix } of complaints)
    console.error(`${place}\n  ${what}\n  why: ${why}\n  fix: ${fix}\n`);
  if (complaints.length === 0) return console.log(allIsWell);
  console.error(`${complaints.length} ${complaints.length === 1 ? 'thing' : 'things'} to mend`);
  process.exitCode = 1;
}
