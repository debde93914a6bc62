/** What a request did with its session, for the profiler; only kept of requests that are recorded. */
export interface SessionUsage {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly outcomes: readonly string[];
}

/** Takes notes, each thing once and never without end. */
export class UsageNotes implements SessionUsage {
  readonly reads: string[] = [];
  readonly writes: string[] = [];
  readonly outcomes: string[] = [];

  note(list: 'reads' | 'writes' | 'outcomes', what: string): void {
    const notes = this[list];
    if (notes.length < MOST_NOTES && !notes.includes(what)) notes.push(what);
  }
}

const MOST_NOTES = 100;
