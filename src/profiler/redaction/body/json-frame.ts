import type { Sensitivity } from '../../../core/redaction/sensitivity.ts';
import type { TextRange } from '../text/yaml.ts';

/** The state of the members of an object or list. */
export interface Frame {
  /** The sensitivity of the member `value`, which a member such as `"name": "password"` determines. */
  verdict: Sensitivity;
  /** Values that preceded the name. */
  values?: TextRange[];
  /** The value of a member `code`, and whether there are OAuth parameters. */
  code?: TextRange;
  isOauth?: boolean;
  readonly start: number;
  readonly isValue: boolean;
  readonly isList: boolean;
  /** In a list within a list: the sensitivity of the value that follows the first text. */
  pair: Sensitivity | 'name' | 'none';
}

/** Returns the sensitivity of the element that follows in a pair, and ends the pair. */
export function takePairVerdict(frame: Frame | undefined): Sensitivity {
  const verdict = frame?.pair === 'secret' || frame?.pair === 'counted' ? frame.pair : 'harmless';
  if (frame !== undefined) frame.pair = 'none';
  return verdict;
}
