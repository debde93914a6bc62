import * as ast from 'typescript/unstable/ast';
import type { Node } from 'typescript/unstable/ast';
import type { Sources } from './sources.ts';

/** What stands in the table that something is looked up in: `TABLE[key]`; undefined when that is no table of the sources. */
export function lookedUpIn({ expression }: ast.ElementAccessExpression, sources: Sources): Node[] | undefined {
  const table = ast.isIdentifier(expression) ? sources.declarationOf(sources.symbolOf(expression)) : undefined;
  if (table === undefined || !ast.isVariableDeclaration(table)) return undefined;
  let value: Node | undefined = table.initializer;
  while (value !== undefined && (ast.isAsExpression(value) || ast.isSatisfiesExpression(value)))
    value = value.expression;
  if (value === undefined || !ast.isObjectLiteralExpression(value)) return undefined;
  return value.properties.flatMap((each) => (ast.isPropertyAssignment(each) ? [each.initializer] : []));
}
