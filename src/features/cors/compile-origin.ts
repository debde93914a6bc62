import { wholeMatch } from '../../core/routing/whole-match.ts';

/** A test of a whole origin against a regular expression, in linear time; its anchors have been checked and say nothing new. */
export function compileOrigin({ source, ignoreCase }: RegExp): (text: string) => boolean {
  return wholeMatch(source.slice(1, -1), ignoreCase);
}
