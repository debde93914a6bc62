import { mayWrite } from '../access/field-sight.ts';
import { didYouMean } from '../../http/index.ts';
import type { Violation } from '../../http/index.ts';
import type { OperationRun } from '../running/operation-run.ts';

/**
 * What is wrong with a member that an operation does not take. A field that this user neither sees nor changes is as good
 * as none.
 */
export function strangeMember(name: string, run: OperationRun): Violation {
  const { inputMembers = [], resource } = run.operation;
  const reached = resource.writeGuarded
    ? inputMembers.filter((each) => run.readable.includes(each) || mayWrite(each, run))
    : inputMembers;
  return violationOf(name, reached, run.readable.includes(name));
}

/** What is wrong with a member that this user sees and may not change. */
export function lockedMember(name: string): Violation {
  return violationOf(name, [], true);
}

function violationOf(name: string, known: readonly string[], readOnly: boolean): Violation {
  const pointer = `/${name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (readOnly) return { pointer, detail: 'Cannot be written', code: 'read_only' };
  const meant = didYouMean(name, known);
  const detail = meant ? `Is not known; did you mean "${meant}"?` : `Is not known; known are ${known.join(', ')}`;
  return { pointer, detail, code: 'unknown_member' };
}
