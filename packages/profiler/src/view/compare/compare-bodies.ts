import { describeMissingPart } from './comparable-body.ts';
import type { ComparableBody } from './comparable-body.ts';
import { compareLines } from './compare-lines.ts';
import { compareValues } from './compare-values.ts';
import { describeChange } from './difference.ts';
import type { Change } from './difference.ts';
import type { StepBudget } from './edit-script.ts';

export interface BodyComparison {
  readonly changes: readonly Change[];
  /** Paths that differ in every response, and were not compared. */
  readonly varying?: readonly string[] | undefined;
  /** The reason why the bodies, or parts of them, could not be compared. */
  readonly notCompared?: string | undefined;
  readonly missingPart?: string | undefined;
}

/** Compares two bodies. @param others those of other responses to the same request */
export function compareBodies(
  before: ComparableBody,
  after: ComparableBody,
  budget: StepBudget,
  others: readonly ComparableBody[] = [],
): BodyComparison {
  for (const body of [before, after]) if (body.kind === 'unknown') return { changes: [], notCompared: body.reason };
  if (before.kind === 'empty' && after.kind === 'empty') return { changes: [] };
  if (before.kind === 'value' && after.kind === 'value') {
    if (before.text === after.text) return { changes: [] };
    const values = others.map((other) => (other.kind === 'value' ? other.value : undefined));
    const { changes, varying } = compareValues(before.value, after.value, { budget, others: values });
    return changes.length > 0 || varying.length > 0
      ? { changes, varying }
      : change('the same values', 'in another layout or order, or with other digits');
  }
  if (before.kind === 'text' && after.kind === 'text') {
    const missingPart = describeMissingPart(before) ?? describeMissingPart(after);
    const changes = compareLines(before.text.split('\n'), after.text.split('\n'), budget, 'line ');
    if (changes.length > 0 || before.digest === after.digest) return { changes, missingPart };
    return change(`sha-256 ${before.digest ?? 'unknown'}`, `sha-256 ${after.digest ?? 'unknown'}`);
  }
  if (before.kind === 'binary' && after.kind === 'binary' && before.digest === after.digest) return { changes: [] };
  return change(describeBody(before), describeBody(after));
}

function change(before: string, after: string): BodyComparison {
  return { changes: [describeChange('', before, after)] };
}

function describeBody(body: ComparableBody): string {
  if (body.kind === 'binary') return `${body.size} bytes, sha-256 ${body.digest.slice(0, 12)}…`;
  return body.kind === 'value' || body.kind === 'text' ? body.text : 'empty';
}
