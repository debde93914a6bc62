import type { Profile } from '../profile.ts';

/** A profile as JSON: everything that was recorded, as it was recorded. */
export function profileJson({ summary, data }: Profile): string {
  return `${JSON.stringify({ summary, data }, undefined, 2)}\n`;
}
