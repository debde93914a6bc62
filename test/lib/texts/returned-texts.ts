import * as ast from 'typescript/unstable/ast';
import type { Node } from 'typescript/unstable/ast';
import { HOLE } from './hole.ts';
import { childrenOf } from './sources.ts';
import type { Sources } from './sources.ts';
import type { Scope, TextValues } from './text-values.ts';

/** What a call gives: what the function returns, its parameters bound to what this call hands over. */
export function returnedTexts(
  node: ast.CallExpression,
  scope: Scope | undefined,
  values: TextValues,
  sources: Sources,
): string[] {
  const [first] = node.arguments;
  const called = ast.isIdentifier(node.expression) ? node.expression.text : '';
  // Statuses are translated by their number, violations one by one.
  if (called === 'reasonPhrase' || called === 'describeViolations') return [];
  if (called === 'lowerFirst')
    return values.of(first, scope).map((text) => text.charAt(0).toLowerCase() + text.slice(1));
  if (called === 'upperFirst')
    return values.of(first, scope).map((text) => text.charAt(0).toUpperCase() + text.slice(1));
  const declaration = sources.resolve(sources.checker.getResolvedSignature(node)?.declaration);
  if (declaration === undefined || !declaration.getSourceFile().fileName.includes('/src/')) return [HOLE];
  const { body, parameters } = declaration as Partial<ast.FunctionDeclaration>;
  if (body === undefined) return [HOLE];
  const bound = new Map(scope?.bound);
  for (const [i, parameter] of parameters!.entries()) {
    const symbol = ast.isIdentifier(parameter.name) ? sources.symbolOf(parameter.name) : undefined;
    if (symbol) bound.set(symbol.id, { node: node.arguments[i] ?? parameter.initializer, scope });
  }
  const results = ast.isBlock(body) ? returnsOf(body) : [body as Node];
  return results.flatMap((result) => values.of(result, { bound }));
}

function returnsOf(body: Node): Node[] {
  return childrenOf(body).flatMap((child) => {
    if (ast.isReturnStatement(child)) return child.expression ? [child.expression] : [];
    return ast.isFunctionLikeDeclaration(child) || ast.isClassDeclaration(child) ? [] : returnsOf(child);
  });
}
