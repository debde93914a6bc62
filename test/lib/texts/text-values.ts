import * as ast from 'typescript/unstable/ast';
import type { Expression, Node } from 'typescript/unstable/ast';
import type { Symbol } from 'typescript/unstable/sync';
import { DeclaredTexts } from './declared-texts.ts';
import { HOLE } from './hole.ts';
import { lookedUpIn } from './looked-up.ts';
import { messageTexts } from './message-texts.ts';
import { returnedTexts } from './returned-texts.ts';
import type { Sources } from './sources.ts';

/** What the parameters stand for in the function that a call leads into. */
export interface Scope {
  readonly bound: ReadonlyMap<number, { readonly node: Expression | undefined; readonly scope: Scope | undefined }>;
}

/** Every text that an expression can come to, as far as the sources tell; {@link HOLE} stands for what they do not. */
export class TextValues {
  readonly #sources: Sources;
  readonly #declared: DeclaredTexts;
  readonly #under = new Set<Node | Symbol>();
  readonly #known = new Map<Node, string[]>();
  #cut = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#declared = new DeclaredTexts(this, sources);
  }

  of(node: Node | undefined, scope?: Scope): string[] {
    if (node === undefined) return [];
    const known = scope === undefined ? this.#known.get(node) : undefined;
    if (known) return known;
    const before = this.#cut;
    const texts = this.#once(node, () => this.#of(node, scope));
    if (scope === undefined && before === this.#cut) this.#known.set(node, texts);
    return texts;
  }

  /** Every text that something with a name can be. */
  symbol(symbol: Symbol | undefined, scope?: Scope): string[] {
    if (symbol === undefined) return [HOLE];
    return this.#once(symbol, () => {
      const bound = scope?.bound.get(symbol.id);
      return bound ? this.of(bound.node, bound.scope) : this.#declared.of(symbol, scope);
    });
  }

  // Texts may be handed around in circles.
  #once(thing: Node | Symbol, work: () => string[]): string[] {
    if (this.#under.has(thing) || this.#under.size > DEEPEST) {
      this.#cut++;
      return [];
    }
    this.#under.add(thing);
    try {
      return [...new Set(work())].slice(0, MOST);
    } finally {
      this.#under.delete(thing);
    }
  }

  #of(node: Node, scope: Scope | undefined): string[] {
    if (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node) || ast.isNumericLiteral(node))
      return [node.text];
    if (ast.isTemplateExpression(node)) return this.#template(node, scope);
    if (
      ast.isAwaitExpression(node) ||
      ast.isParenthesizedExpression(node) ||
      ast.isAsExpression(node) ||
      ast.isNonNullExpression(node) ||
      ast.isSatisfiesExpression(node)
    )
      return this.of(node.expression, scope);
    if (ast.isConditionalExpression(node)) return [...this.of(node.whenTrue, scope), ...this.of(node.whenFalse, scope)];
    if (ast.isBinaryExpression(node)) return this.#binary(node, scope);
    if (ast.isIdentifier(node)) return this.#name(node, scope);
    if (ast.isCallExpression(node)) return returnedTexts(node, scope, this, this.#sources);
    if (ast.isPropertyAccessExpression(node)) return this.#property(node, scope);
    if (ast.isElementAccessExpression(node))
      return lookedUpIn(node, this.#sources)?.flatMap((each) => this.of(each, scope)) ?? [HOLE];
    return ast.isObjectLiteralExpression(node) || ast.isNewExpression(node) ? [] : [HOLE];
  }

  #template(node: ast.TemplateExpression, scope: Scope | undefined): string[] {
    let texts = [node.head.text];
    for (const span of node.templateSpans) {
      const values = this.of(span.expression, scope);
      const inner = values.length === 0 || values.length * texts.length > MOST ? [HOLE] : values;
      texts = texts.flatMap((before) => inner.map((value) => before + value + span.literal.text));
    }
    return texts;
  }

  #binary(node: ast.BinaryExpression, scope: Scope | undefined): string[] {
    const operator = node.operatorToken.kind;
    if (operator === ast.SyntaxKind.PlusToken && [node.left, node.right].some((each) => ast.isNumericLiteral(each)))
      return [HOLE];
    if (operator === ast.SyntaxKind.PlusToken)
      return this.of(node.left, scope).flatMap((left) => this.of(node.right, scope).map((right) => left + right));
    if (operator === ast.SyntaxKind.AmpersandAmpersandToken) return this.of(node.right, scope);
    return [...this.of(node.left, scope).filter((text) => text !== ''), ...this.of(node.right, scope)];
  }

  #name(node: ast.Identifier, scope: Scope | undefined): string[] {
    if (node.text === 'undefined') return [];
    const shorthand = ast.isShorthandPropertyAssignment(node.parent)
      ? this.#sources.checker.getShorthandAssignmentValueSymbol(node.parent)
      : undefined;
    return this.symbol(shorthand ?? this.#sources.symbolOf(node), scope);
  }

  #property(node: ast.PropertyAccessExpression, scope: Scope | undefined): string[] {
    const { checker } = this.#sources;
    if (node.name.text === 'message')
      return messageTexts(checker.getTypeAtLocation(node.expression), this, this.#sources);
    if (node.name.text === 'name' || node.name.text === 'length') return [HOLE];
    return this.symbol(this.#sources.symbolOf(node.name) ?? checker.getSymbolAtLocation(node.name), scope);
  }
}

const MOST = 400;
const DEEPEST = 40;
