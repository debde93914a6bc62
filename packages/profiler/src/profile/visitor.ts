import type { ProfileSummary } from './profile.ts';

/** Returns the short form of the id of a visitor, which pages show and `visitor:` finds. */
export function shortenVisitor(visitor: string): string {
  return visitor.slice(0, SHORT_DIGITS);
}

/** Returns a summary as pages and commands show it: with the short form of the visitor. */
export function toShownSummary<Summary extends ProfileSummary>(summary: Summary): Summary {
  const { visitor } = summary;
  return visitor === undefined || visitor === null ? summary : { ...summary, visitor: shortenVisitor(visitor) };
}

/** Returns a summary for a file that may leave the machine: without the visitor. */
export function toExportedSummary(summary: ProfileSummary): Omit<ProfileSummary, 'visitor'> {
  const { visitor: _visitor, ...exported } = summary;
  return exported;
}

const SHORT_DIGITS = 8;
