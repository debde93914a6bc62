/** Returns the codes of findings without those that a busy machine causes as well. */
export function withoutSlowness(codes: readonly string[]): string[] {
  return codes.filter((code) => !SLOW.has(code));
}

const SLOW = new Set(['blocked', 'gap', 'slow-query']);
