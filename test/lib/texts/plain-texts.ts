import * as ast from 'typescript/unstable/ast';
import type { Expression, Node } from 'typescript/unstable/ast';
import type { Type } from 'typescript/unstable/sync';
import type { Sources } from './sources.ts';

/** A text for clients that is a plain string, so that it is not translated. */
export interface PlainText {
  readonly place: string;
  readonly source: string;
}

/** Returns the details and titles of `HttpError`s below 500, and the details of violations, that may be plain strings. */
export function findPlainTexts(sources: Sources): PlainText[] {
  const found: PlainText[] = [];
  for (const file of sources.files)
    for (const node of sources.nodesIn(file)) {
      const text = clientText(node, sources);
      if (text !== undefined && mayBeString(sources.checker.getTypeAtLocation(text)))
        found.push({ place: sources.findPath(text), source: text.getText() });
    }
  return found;
}

function clientText(node: Node, sources: Sources): Expression | undefined {
  if (ast.isNewExpression(node)) return getDetail(node, sources, sources.checker.getTypeAtLocation(node));
  if (ast.isCallExpression(node) && node.expression.kind === ast.SyntaxKind.SuperKeyword)
    return getDetail(node, sources, sources.checker.getTypeAtLocation(node.expression));
  if (!ast.isPropertyAssignment(node) && !ast.isShorthandPropertyAssignment(node)) return undefined;
  if (!isForClients(node, sources)) return undefined;
  return ast.isPropertyAssignment(node) ? node.initializer : (node.name as Expression);
}

// The detail of a violation, or the title of an HttpError.
function isForClients(member: ast.PropertyAssignment | ast.ShorthandPropertyAssignment, sources: Sources): boolean {
  const name = member.name.getText();
  if (name === 'detail') return true;
  if (name !== 'title') return false;
  const type = sources.checker.getContextualType(member.parent as Expression);
  const types = type?.isUnionType() ? (type.getTypes() ?? []) : [type];
  return types.some((candidate) => candidate?.getSymbol()?.name === 'HttpErrorOptions');
}

function getDetail(
  node: ast.NewExpression | ast.CallExpression,
  sources: Sources,
  type: Type | undefined,
): Expression | undefined {
  const lineage = sources.lineage(type);
  if (!lineage.includes('HttpError')) return undefined;
  const declaration = sources.resolve(sources.checker.getResolvedSignature(node)?.declaration);
  const { parameters = [] } = (declaration ?? {}) as Partial<ast.ConstructorDeclaration>;
  const argument = (...names: readonly string[]): Expression | undefined =>
    node.arguments?.[parameters.findIndex((parameter) => names.includes(parameter.name.getText()))];
  const status = argument('status');
  const isLogged = status !== undefined && ast.isNumericLiteral(status) && Number(status.text) >= 500;
  if (isLogged || lineage.some((name) => SERVER_ERRORS.includes(name))) return undefined;
  const text = argument('message', 'detail');
  // A constructor that passes on its parameter: the text is where the constructor is called.
  return text !== undefined && ast.isCallExpression(node) && ast.isIdentifier(text) ? undefined : text;
}

const SERVER_ERRORS = ['InternalServerError', 'ServiceUnavailableError'];

function mayBeString(type: Type | undefined): boolean {
  const types = type?.isUnionType() ? (type.getTypes() ?? []) : [type];
  return types.some((candidate) => candidate !== undefined && (candidate.flags & STRING_LIKE) !== 0);
}

// TypeFlags.String, StringLiteral and TemplateLiteral.
const STRING_LIKE = 32 | 1024 | 4_194_304;
