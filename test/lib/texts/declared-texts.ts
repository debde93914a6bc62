import * as ast from 'typescript/unstable/ast';
import type { Expression, Node } from 'typescript/unstable/ast';
import type { Symbol } from 'typescript/unstable/sync';
import { callsOf, targetOf } from './calls.ts';
import { HOLE } from './hole.ts';
import { lookedUpIn } from './looked-up.ts';
import { messageTexts } from './message-texts.ts';
import type { Sources } from './sources.ts';
import type { Scope, TextValues } from './text-values.ts';

/** Every text that something declared can hold: a parameter, a variable, a member, or a part that was taken out of one. */
export class DeclaredTexts {
  readonly #values: TextValues;
  readonly #sources: Sources;

  constructor(values: TextValues, sources: Sources) {
    this.#values = values;
    this.#sources = sources;
  }

  of(symbol: Symbol, scope: Scope | undefined): string[] {
    const declaration = this.#sources.declarationOf(symbol);
    if (declaration === undefined) return [HOLE];
    if (ast.isParameterDeclaration(declaration)) return this.#parameter(declaration);
    if (ast.isBindingElement(declaration)) return this.#taken(declaration, scope);
    if (ast.isVariableDeclaration(declaration))
      return [
        ...this.#values.of(declaration.initializer, scope),
        ...this.#assigned(symbol, scope),
        ...(declaration.initializer || this.#sources.usesOf(symbol).length > 1 ? [] : [HOLE]),
      ];
    return this.#member(symbol, declaration, scope);
  }

  // A parameter is what all callers hand over.
  #parameter(declaration: ast.ParameterDeclaration): string[] {
    const owner: Node = declaration.parent;
    const index = (owner as ast.FunctionDeclaration).parameters.indexOf(declaration);
    const fallback = this.#values.of(declaration.initializer);
    const calls = callsOf(owner, this.#sources);
    if (calls.length === 0) return fallback.length > 0 ? fallback : [HOLE];
    return [
      ...fallback,
      ...calls.flatMap((given) => (given.some(ast.isSpreadElement) ? [HOLE] : this.#values.of(given[index]))),
    ];
  }

  /** What is assigned to a variable or a member after it was declared. */
  #assigned(symbol: Symbol, scope: Scope | undefined): string[] {
    return this.#sources.usesOf(symbol).flatMap((use) => {
      const target = targetOf(use);
      const { parent } = target;
      if (!ast.isBinaryExpression(parent) || parent.left !== target) return [];
      const { kind } = parent.operatorToken;
      return kind === ast.SyntaxKind.EqualsToken || kind === ast.SyntaxKind.QuestionQuestionEqualsToken
        ? this.#values.of(parent.right, scope)
        : [];
    });
  }

  #taken(declaration: ast.BindingElement, scope: Scope | undefined): string[] {
    const name = (declaration.propertyName ?? declaration.name) as Node | undefined;
    const fallback = this.#values.of(declaration.initializer, scope);
    const pattern = declaration.parent;
    if (ast.isArrayBindingPattern(pattern)) return this.#takenByPlace(pattern, pattern.elements.indexOf(declaration));
    if (!ast.isObjectBindingPattern(pattern) || !name || !ast.isIdentifier(name)) return [...fallback, HOLE];
    const type = this.#sources.checker.getTypeAtLocation(pattern);
    if (name.text === 'message') return [...fallback, ...messageTexts(type, this.#values, this.#sources)];
    const member = type === undefined ? undefined : this.#sources.checker.getPropertyOfType(type, name.text);
    return [...fallback, ...this.#values.symbol(member, scope)];
  }

  // One of a tuple, or of the tuples of a table.
  #takenByPlace(pattern: ast.ArrayBindingPattern, index: number): string[] {
    const { parent } = pattern;
    const from = ast.isVariableDeclaration(parent) ? parent.initializer : undefined;
    const tuples = from && ast.isElementAccessExpression(from) ? lookedUpIn(from, this.#sources) : from ? [from] : [];
    if (tuples === undefined || tuples.length === 0) return [HOLE];
    return tuples.flatMap((each) =>
      ast.isArrayLiteralExpression(each) ? this.#values.of(each.elements[index] as Node | undefined) : [HOLE],
    );
  }

  #member(symbol: Symbol, declaration: Node, scope: Scope | undefined): string[] {
    const assigned = this.#assigned(symbol, scope);
    if (ast.isPropertyAssignment(declaration)) return [...this.#values.of(declaration.initializer, scope), ...assigned];
    if (ast.isShorthandPropertyAssignment(declaration)) return [...this.#shorthand(declaration, scope), ...assigned];
    if (ast.isPropertyDeclaration(declaration) && declaration.initializer)
      return [...this.#values.of(declaration.initializer, scope), ...assigned];
    if (
      (ast.isPropertySignatureDeclaration(declaration) || ast.isPropertyDeclaration(declaration)) &&
      TEXTS.has(symbol.name)
    )
      return [...this.#written(symbol), ...assigned];
    return assigned.length > 0 ? assigned : [HOLE];
  }

  // What object literals give the member of an interface.
  #written(symbol: Symbol): string[] {
    const { checker } = this.#sources;
    const texts = this.#sources.membersNamed(symbol.name).flatMap((member) => {
      const type = checker.getContextualType(member.parent as Expression);
      const types = type?.isUnionType() ? (type.getTypes() ?? []) : type ? [type] : [];
      if (!types.some((each) => checker.getPropertyOfType(each, symbol.name)?.id === symbol.id)) return [];
      return ast.isPropertyAssignment(member) ? this.#values.of(member.initializer) : this.#shorthand(member);
    });
    return texts.length > 0 ? texts : [HOLE];
  }

  #shorthand(member: Node, scope?: Scope): string[] {
    return this.#values.symbol(this.#sources.checker.getShorthandAssignmentValueSymbol(member), scope);
  }
}

// Members that hold texts; others hold what varies in them.
const TEXTS = new Set(['detail', 'told', 'because', 'why', 'message', 'reason', 'flaw', 'objection']);
