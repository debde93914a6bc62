import * as ast from 'typescript/unstable/ast';
import type { Expression, Node } from 'typescript/unstable/ast';
import type { Symbol, Type } from 'typescript/unstable/sync';
import { childrenOf } from './sources.ts';
import type { Sources } from './sources.ts';

/** Stands in a text for what varies. */
export const HOLE = '\0';

interface Scope {
  readonly bound: ReadonlyMap<number, { readonly node: Expression | undefined; readonly scope: Scope | undefined }>;
  readonly depth: number;
}

/** Every text that an expression can come to, as far as the sources tell; {@link HOLE} stands for what they do not. */
export class TextValues {
  readonly #sources: Sources;
  readonly #under = new Set<Node | Symbol>();
  readonly #known = new Map<Node, string[]>();
  #cut = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
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
      ast.isParenthesizedExpression(node) ||
      ast.isAsExpression(node) ||
      ast.isNonNullExpression(node) ||
      ast.isSatisfiesExpression(node)
    )
      return this.of(node.expression, scope);
    if (ast.isConditionalExpression(node)) return [...this.of(node.whenTrue, scope), ...this.of(node.whenFalse, scope)];
    if (ast.isBinaryExpression(node)) return this.#binary(node, scope);
    if (ast.isIdentifier(node)) return this.#name(node, scope);
    if (ast.isCallExpression(node)) return this.#call(node, scope);
    if (ast.isPropertyAccessExpression(node)) return this.#property(node, scope);
    if (ast.isElementAccessExpression(node)) return this.#element(node, scope);
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
    const symbol = this.#sources.symbolOf(node);
    const shorthand = ast.isShorthandPropertyAssignment(node.parent)
      ? this.#sources.checker.getShorthandAssignmentValueSymbol(node.parent)
      : undefined;
    return this.symbol(shorthand ?? symbol, scope);
  }

  symbol(symbol: Symbol | undefined, scope?: Scope): string[] {
    return symbol === undefined ? [HOLE] : this.#once(symbol, () => this.#symbol(symbol, scope));
  }

  #symbol(symbol: Symbol, scope: Scope | undefined): string[] {
    const bound = scope?.bound.get(symbol.id);
    if (bound) return this.of(bound.node, bound.scope);
    const declaration = this.#sources.declarationOf(symbol);
    if (declaration === undefined) return [HOLE];
    if (ast.isParameterDeclaration(declaration)) return this.#parameter(declaration);
    if (ast.isBindingElement(declaration)) return this.#bound(declaration, scope);
    if (ast.isVariableDeclaration(declaration))
      return [
        ...this.of(declaration.initializer, scope),
        ...this.#assigned(symbol, scope),
        ...(declaration.initializer || this.#sources.usesOf(symbol).length > 1 ? [] : [HOLE]),
      ];
    return this.#member(symbol, declaration, scope);
  }

  /** What is assigned to a variable or a member after it was declared. */
  #assigned(symbol: Symbol, scope: Scope | undefined): string[] {
    return this.#sources.usesOf(symbol).flatMap((use) => {
      const target = ast.isPropertyAccessExpression(use.parent) && use.parent.name === use ? use.parent : use;
      const { parent } = target;
      if (!ast.isBinaryExpression(parent) || parent.left !== target) return [];
      const { kind } = parent.operatorToken;
      return kind === ast.SyntaxKind.EqualsToken || kind === ast.SyntaxKind.QuestionQuestionEqualsToken
        ? this.of(parent.right, scope)
        : [];
    });
  }

  // A parameter is what all callers hand over.
  #parameter(declaration: ast.ParameterDeclaration): string[] {
    const owner: Node = declaration.parent;
    const index = (owner as ast.FunctionDeclaration).parameters.indexOf(declaration);
    const fallback = this.of(declaration.initializer);
    const calls = this.#callsOf(owner);
    if (calls.length === 0) return fallback.length > 0 ? fallback : [HOLE];
    return [
      ...fallback,
      ...calls.flatMap((given) => (given.some(ast.isSpreadElement) ? [HOLE] : this.of(given[index]))),
    ];
  }

  /** What a function is called with, by its name or by one it is handed on under. */
  #callsOf(owner: Node): (readonly Expression[])[] {
    if (ast.isConstructorDeclaration(owner)) return this.#constructions(owner.parent as ast.ClassDeclaration);
    const named =
      ast.isFunctionDeclaration(owner) || ast.isMethodDeclaration(owner)
        ? owner.name
        : ast.isVariableDeclaration(owner.parent)
          ? owner.parent.name
          : undefined;
    const symbol = named === undefined ? undefined : this.#sources.symbolOf(named);
    return symbol === undefined ? [] : this.#callsBy(symbol, new Set());
  }

  #callsBy(symbol: Symbol, seen: Set<number>): (readonly Expression[])[] {
    if (seen.has(symbol.id)) return [];
    seen.add(symbol.id);
    return this.#sources.usesOf(symbol).flatMap((use) => {
      const target = ast.isPropertyAccessExpression(use.parent) && use.parent.name === use ? use.parent : use;
      const { parent } = target;
      if (!ast.isCallExpression(parent)) return [];
      if (parent.expression === target) return [parent.arguments];
      const parameter = this.#parametersOf(parent)?.[parent.arguments.indexOf(target as Expression)];
      const handed = parameter && this.#sources.symbolOf(parameter.name);
      return handed === undefined ? [] : this.#callsBy(handed, seen);
    });
  }

  #parametersOf(call: ast.CallExpression): readonly ast.ParameterDeclaration[] | undefined {
    const declaration = this.#sources.resolve(this.#sources.checker.getResolvedSignature(call)?.declaration);
    return (declaration as ast.FunctionDeclaration | undefined)?.parameters;
  }

  /** What a class, or a class without a constructor of its own below it, is made with. */
  #constructions(made: ast.ClassDeclaration): (readonly Expression[])[] {
    const symbol = made.name === undefined ? undefined : this.#sources.symbolOf(made.name);
    if (symbol === undefined) return [];
    return this.#sources.usesOf(symbol).flatMap((use) => {
      const { parent } = use;
      if (ast.isNewExpression(parent) && parent.expression === use) return [parent.arguments ?? []];
      if (!ast.isExpressionWithTypeArguments(parent)) return [];
      const child = parent.parent.parent as ast.ClassDeclaration;
      const own = child.members.find(ast.isConstructorDeclaration);
      if (own === undefined) return this.#constructions(child);
      return superCallsIn(own, this.#sources);
    });
  }

  #bound(declaration: ast.BindingElement, scope: Scope | undefined): string[] {
    const name = (declaration.propertyName ?? declaration.name) as Node | undefined;
    const fallback = this.of(declaration.initializer, scope);
    const pattern = declaration.parent;
    if (ast.isArrayBindingPattern(pattern)) return this.#boundInArray(pattern, pattern.elements.indexOf(declaration));
    if (!ast.isObjectBindingPattern(pattern) || !name || !ast.isIdentifier(name)) return [...fallback, HOLE];
    const type = this.#sources.checker.getTypeAtLocation(pattern);
    const member = type === undefined ? undefined : this.#sources.checker.getPropertyOfType(type, name.text);
    if (name.text === 'message') return [...fallback, ...this.#message(type)];
    return [...fallback, ...this.symbol(member, scope)];
  }

  // One of a tuple, or of the tuples of a table.
  #boundInArray(pattern: ast.ArrayBindingPattern, index: number): string[] {
    const { parent } = pattern;
    const from = ast.isVariableDeclaration(parent) ? parent.initializer : undefined;
    const tuples = from && ast.isElementAccessExpression(from) ? this.#valuesIn(from) : from ? [from] : [];
    if (tuples === undefined || tuples.length === 0) return [HOLE];
    return tuples.flatMap((each) =>
      ast.isArrayLiteralExpression(each) ? this.of(each.elements[index] as Node | undefined) : [HOLE],
    );
  }

  #property(node: ast.PropertyAccessExpression, scope: Scope | undefined): string[] {
    if (node.name.text === 'message') return this.#message(this.#sources.checker.getTypeAtLocation(node.expression));
    if (node.name.text === 'name' || node.name.text === 'length') return [HOLE];
    const symbol = this.#sources.symbolOf(node.name) ?? this.#sources.checker.getSymbolAtLocation(node.name);
    return this.symbol(symbol, scope);
  }

  // What the house's own errors say, where they are caught.
  #message(type: Type | undefined): string[] {
    const types = type?.isUnionType() ? (type.getTypes() ?? []) : [type];
    return types.flatMap((each) => {
      const made = this.#sources.declarationOf(each?.getSymbol());
      if (this.#sources.lineage(each).includes('HttpError')) return []; // It is told where it was made.
      if (made === undefined || !ast.isClassDeclaration(made) || !made.getSourceFile().fileName.includes('/src/'))
        return [HOLE];
      return this.messages(made);
    });
  }

  /** What the errors of a class are made with. */
  messages(made: ast.ClassDeclaration): string[] {
    const own = made.members.find(ast.isConstructorDeclaration);
    if (own === undefined) {
      return this.#constructions(made).flatMap((given) => this.of(given[0]));
    }
    return superCallsIn(own, this.#sources).flatMap((given) => this.of(given[0]));
  }

  #member(symbol: Symbol, declaration: Node, scope: Scope | undefined): string[] {
    const assigned = this.#assigned(symbol, scope);
    if (ast.isPropertyAssignment(declaration)) return [...this.of(declaration.initializer, scope), ...assigned];
    if (ast.isShorthandPropertyAssignment(declaration))
      return [...this.symbol(this.#sources.checker.getShorthandAssignmentValueSymbol(declaration), scope), ...assigned];
    if (ast.isPropertyDeclaration(declaration) && declaration.initializer)
      return [...this.of(declaration.initializer, scope), ...assigned];
    if (
      (ast.isPropertySignatureDeclaration(declaration) || ast.isPropertyDeclaration(declaration)) &&
      TEXTS.has(symbol.name)
    )
      return [...this.#written(symbol), ...assigned];
    if (assigned.length > 0) return assigned;
    return [HOLE];
  }

  // What object literals give the member of an interface.
  #written(symbol: Symbol): string[] {
    const { checker } = this.#sources;
    const values = this.#sources.membersNamed(symbol.name).flatMap((member) => {
      const type = checker.getContextualType(member.parent as Expression);
      const types = type?.isUnionType() ? (type.getTypes() ?? []) : type ? [type] : [];
      if (!types.some((each) => checker.getPropertyOfType(each, symbol.name)?.id === symbol.id)) return [];
      if (ast.isPropertyAssignment(member)) return this.of(member.initializer);
      return this.symbol(checker.getShorthandAssignmentValueSymbol(member));
    });
    return values.length > 0 ? values : [HOLE];
  }

  #element(node: ast.ElementAccessExpression, scope: Scope | undefined): string[] {
    return this.#valuesIn(node)?.flatMap((each) => this.of(each, scope)) ?? [HOLE];
  }

  // What stands in the table that something is looked up in.
  #valuesIn({ expression }: ast.ElementAccessExpression): Node[] | undefined {
    const table = ast.isIdentifier(expression)
      ? this.#sources.declarationOf(this.#sources.symbolOf(expression))
      : undefined;
    if (table === undefined || !ast.isVariableDeclaration(table)) return undefined;
    let value: Node | undefined = table.initializer;
    while (value !== undefined && (ast.isAsExpression(value) || ast.isSatisfiesExpression(value)))
      value = value.expression;
    if (value === undefined || !ast.isObjectLiteralExpression(value)) return undefined;
    return value.properties.flatMap((each) => (ast.isPropertyAssignment(each) ? [each.initializer] : []));
  }

  #call(node: ast.CallExpression, scope: Scope | undefined): string[] {
    const [first] = node.arguments;
    const called = ast.isIdentifier(node.expression) ? node.expression.text : '';
    // Statuses are translated by their number, violations one by one.
    if (called === 'reasonPhrase' || called === 'describeViolations') return [];
    if (called === 'lowerFirst')
      return this.of(first, scope).map((text) => text.charAt(0).toLowerCase() + text.slice(1));
    if (called === 'upperFirst')
      return this.of(first, scope).map((text) => text.charAt(0).toUpperCase() + text.slice(1));
    const declaration = this.#sources.resolve(this.#sources.checker.getResolvedSignature(node)?.declaration);
    if (declaration === undefined || !declaration.getSourceFile().fileName.includes('/src/')) return [HOLE];
    const body = (declaration as ast.FunctionDeclaration).body as Node | undefined;
    if (body === undefined) return [HOLE];
    const { parameters } = declaration as ast.FunctionDeclaration;
    const bound = new Map(scope?.bound);
    for (const [i, parameter] of parameters.entries()) {
      const symbol = ast.isIdentifier(parameter.name) ? this.#sources.symbolOf(parameter.name) : undefined;
      if (symbol) bound.set(symbol.id, { node: node.arguments[i] ?? parameter.initializer, scope });
    }
    const inner = { bound, depth: (scope?.depth ?? 0) + 1 };
    const results = ast.isBlock(body) ? returnsOf(body) : [body];
    return results.flatMap((result) => this.of(result, inner));
  }
}

function superCallsIn(own: Node, sources: Sources): (readonly Expression[])[] {
  return [...sources.nodesIn(own)]
    .filter((node) => ast.isCallExpression(node))
    .filter(({ expression }) => expression.kind === ast.SyntaxKind.SuperKeyword)
    .map((call) => call.arguments);
}

function returnsOf(body: Node): Node[] {
  return childrenOf(body).flatMap((child) => {
    if (ast.isReturnStatement(child)) return child.expression ? [child.expression] : [];
    return ast.isFunctionLikeDeclaration(child) || ast.isClassDeclaration(child) ? [] : returnsOf(child);
  });
}

const MOST = 400;
const DEEPEST = 40;
// Members that hold texts; others hold what varies in them.
const TEXTS = new Set(['detail', 'told', 'because', 'why', 'message', 'reason', 'flaw', 'objection']);
