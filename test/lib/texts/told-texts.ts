import * as ast from 'typescript/unstable/ast';
import type { Expression, Node } from 'typescript/unstable/ast';
import type { Type } from 'typescript/unstable/sync';
import type { Sources } from './sources.ts';
import { TextValues } from './text-values.ts';

/** A text that some client may be told, and where. */
export interface ToldText {
  readonly place: string;
  readonly text: string;
  /** Is it of a 5xx? Then it stays in the log, except in development. */
  readonly logged: boolean;
}

/** Every detail of an `HttpError` in the sources, every title given to one, and every violation. */
export function toldTexts(sources: Sources): ToldText[] {
  const values = new TextValues(sources);
  const told: ToldText[] = [];
  for (const file of sources.files)
    for (const node of sources.nodesIn(file)) {
      const found = toldBy(node, sources);
      if (found === undefined) continue;
      const { said, logged } = found;
      for (const text of values.of(said)) told.push({ place: sources.placeOf(said), text, logged });
    }
  return told;
}

interface Saying {
  readonly said: Expression;
  readonly logged: boolean;
}

function toldBy(node: Node, sources: Sources): Saying | undefined {
  if (ast.isNewExpression(node)) return messageOf(node, sources, sources.checker.getTypeAtLocation(node));
  if (ast.isCallExpression(node) && node.expression.kind === ast.SyntaxKind.SuperKeyword)
    return messageOf(node, sources, sources.checker.getTypeAtLocation(node.expression));
  if (!ast.isPropertyAssignment(node) && !ast.isShorthandPropertyAssignment(node)) return undefined;
  if (!isTold(node, sources)) return undefined;
  const said = ast.isPropertyAssignment(node) ? node.initializer : (node.name as Expression);
  return isHandedOn(said, sources) ? undefined : { said, logged: false };
}

// `detail` is what violations have, and nothing else in these rooms; only errors have a title that is told.
function isTold(member: ast.PropertyAssignment | ast.ShorthandPropertyAssignment, sources: Sources): boolean {
  const name = member.name.getText();
  if (name === 'detail') return true;
  if (name !== 'title') return false;
  const type = sources.checker.getContextualType(member.parent as Expression);
  const types = type?.isUnionType() ? (type.getTypes() ?? []) : [type];
  return types.some((each) => each?.getSymbol()?.name === 'HttpErrorOptions');
}

// The detail of another violation or problem is told where that was made.
function isHandedOn(value: Expression, sources: Sources): boolean {
  if (ast.isCallExpression(value)) return value.arguments.length === 1 && isHandedOn(value.arguments[0]!, sources);
  if (ast.isPropertyAccessExpression(value)) return value.name.text === 'detail';
  const symbol = ast.isShorthandPropertyAssignment(value.parent)
    ? sources.checker.getShorthandAssignmentValueSymbol(value.parent)
    : sources.symbolOf(value);
  const declaration = sources.declarationOf(symbol);
  if (declaration === undefined || !ast.isBindingElement(declaration)) return false;
  return (declaration.propertyName ?? declaration.name)?.getText() === 'detail';
}

function messageOf(
  node: ast.NewExpression | ast.CallExpression,
  sources: Sources,
  type: Type | undefined,
): Saying | undefined {
  const lineage = sources.lineage(type);
  if (!lineage.includes('HttpError')) return undefined;
  const declaration = sources.resolve(sources.checker.getResolvedSignature(node)?.declaration);
  const { parameters = [] } = (declaration ?? {}) as Partial<ast.ConstructorDeclaration>;
  const given = (name: string): Expression | undefined =>
    node.arguments?.[parameters.findIndex((each) => each.name.getText() === name)];
  const said = given('message');
  // A class that hands on what it was made with: that is told where it is made.
  if (said === undefined || (ast.isCallExpression(node) && ast.isIdentifier(said))) return undefined;
  const status = given('status');
  const failed = status !== undefined && ast.isNumericLiteral(status) && Number(status.text) >= 500;
  return { said, logged: failed || lineage.some((name) => FAILURES.includes(name)) };
}

const FAILURES = ['InternalServerError', 'ServiceUnavailableError'];
