import * as ast from 'typescript/unstable/ast';
import type { Expression, Node } from 'typescript/unstable/ast';
import type { Symbol } from 'typescript/unstable/sync';
import type { Sources } from './sources.ts';

/** What one call hands over. */
export type Given = readonly Expression[];

/** What a function is called with, by its name or by one it is handed on under. */
export function callsOf(owner: Node, sources: Sources): Given[] {
  if (ast.isConstructorDeclaration(owner)) return constructionsOf(owner.parent as ast.ClassDeclaration, sources);
  const named =
    ast.isFunctionDeclaration(owner) || ast.isMethodDeclaration(owner)
      ? owner.name
      : ast.isVariableDeclaration(owner.parent)
        ? owner.parent.name
        : undefined;
  const symbol = named === undefined ? undefined : sources.symbolOf(named);
  return symbol === undefined ? [] : callsBy(symbol, sources, new Set());
}

/** What a class, or a class without a constructor of its own below it, is made with. */
export function constructionsOf(made: ast.ClassDeclaration, sources: Sources): Given[] {
  const symbol = made.name === undefined ? undefined : sources.symbolOf(made.name);
  if (symbol === undefined) return [];
  return sources.usesOf(symbol).flatMap((use) => {
    const { parent } = use;
    if (ast.isNewExpression(parent) && parent.expression === use) return [parent.arguments ?? []];
    if (!ast.isExpressionWithTypeArguments(parent)) return [];
    const child = parent.parent.parent as ast.ClassDeclaration;
    const own = child.members.find(ast.isConstructorDeclaration);
    return own === undefined ? constructionsOf(child, sources) : superCallsIn(own, sources);
  });
}

/** What a constructor hands to that of the class above. */
export function superCallsIn(own: Node, sources: Sources): Given[] {
  return [...sources.nodesIn(own)]
    .filter((node) => ast.isCallExpression(node))
    .filter(({ expression }) => expression.kind === ast.SyntaxKind.SuperKeyword)
    .map((call) => call.arguments);
}

function callsBy(symbol: Symbol, sources: Sources, seen: Set<number>): Given[] {
  if (seen.has(symbol.id)) return [];
  seen.add(symbol.id);
  return sources.usesOf(symbol).flatMap((use) => {
    const target = targetOf(use);
    const { parent } = target;
    if (!ast.isCallExpression(parent)) return [];
    if (parent.expression === target) return [parent.arguments];
    const parameter = parametersOf(parent, sources)?.[parent.arguments.indexOf(target as Expression)];
    const handed = parameter && sources.symbolOf(parameter.name);
    return handed === undefined ? [] : callsBy(handed, sources, seen);
  });
}

/** A name, or the whole access to a member that it is the name of. */
export function targetOf(use: Node): Node {
  return ast.isPropertyAccessExpression(use.parent) && use.parent.name === use ? use.parent : use;
}

function parametersOf(call: ast.CallExpression, sources: Sources): readonly ast.ParameterDeclaration[] | undefined {
  const declaration = sources.resolve(sources.checker.getResolvedSignature(call)?.declaration);
  return (declaration as ast.FunctionDeclaration | undefined)?.parameters;
}
