import * as ast from 'typescript/unstable/ast';
import type { Type } from 'typescript/unstable/sync';
import { constructionsOf, superCallsIn } from './calls.ts';
import { HOLE } from './hole.ts';
import type { Sources } from './sources.ts';
import type { TextValues } from './text-values.ts';

/** What the house's own errors of a type say, where they are caught. */
export function messageTexts(type: Type | undefined, values: TextValues, sources: Sources): string[] {
  const types = type?.isUnionType() ? (type.getTypes() ?? []) : [type];
  return types.flatMap((each) => {
    const made = sources.declarationOf(each?.getSymbol());
    if (sources.lineage(each).includes('HttpError')) return []; // It is told where it was made.
    if (made === undefined || !ast.isClassDeclaration(made) || !made.getSourceFile().fileName.includes('/src/'))
      return [HOLE];
    const own = made.members.find(ast.isConstructorDeclaration);
    const given = own === undefined ? constructionsOf(made, sources) : superCallsIn(own, sources);
    return given.flatMap(([message]) => values.of(message));
  });
}
