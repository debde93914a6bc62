import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';
import type { Checker, Project, Symbol, Type, UnionType } from 'typescript/unstable/sync';
import * as ast from 'typescript/unstable/ast';
import type { Node } from 'typescript/unstable/ast';
import { ROOT, filesMatching, isTest } from '../lib/source-files.ts';

/** An option as its declaration and its doc comment describe it. */
export interface Option {
  readonly name: string;
  /** The type as it is written in the declaration. */
  readonly type: string;
  readonly isRequired: boolean;
  /** The description, on one line; empty if there is none. */
  readonly description: string;
  /** The text of `@default`. */
  readonly default: string | undefined;
  /** The text of `@unit`. */
  readonly unit: string | undefined;
  /** The names of interfaces and type aliases that the type mentions. */
  readonly mentions: readonly string[];
  /** `file:line` of the declaration. */
  readonly place: string;
}

/** Reads options from the interfaces in `src/`, with the TypeScript compiler. */
export class OptionReader {
  readonly #api = new API({ cwd: ROOT });
  readonly #project: Project;
  readonly #checker: Checker;
  readonly #declarations = new Map<string, readonly ast.Identifier[]>();

  constructor() {
    const [project] = this.#api.updateSnapshot({ openProjects: [`${ROOT}/tools/docs/tsconfig.json`] }).getProjects();
    this.#project = project!;
    this.#checker = this.#project.checker;
    for (const path of filesMatching('packages/*/src/**/*.ts').filter((text) => !isTest(text)))
      for (const statement of this.#project.program.getSourceFile(`${ROOT}/${path}`)!.statements)
        if (ast.isInterfaceDeclaration(statement) && isExported(statement)) this.#add(statement.name);
  }

  close(): void {
    this.#api.close();
  }

  /** Returns true if `src/` exports an interface with this name. */
  isInterface(name: string): boolean {
    return this.#declarations.has(name);
  }

  /**
   * Returns the options of an interface, or of the objects that a member of it accepts: `HostConfig.hosts`.
   *
   * @param isOwn whether to leave out inherited options
   * @throws {Error} if there is no such interface or member
   */
  read(path: string, isOwn = false): Option[] {
    const [name, ...members] = path.split('.');
    const [declaration, another] = this.#declarations.get(name!) ?? [];
    if (declaration === undefined) throw new Error(`src/ exports no interface ${name}`);
    if (another !== undefined)
      throw new Error(`${name} is declared at ${findPath(declaration)} and ${findPath(another)}`);
    let types = [this.#checker.getTypeAtLocation(declaration)!];
    for (const member of members) {
      types = types.flatMap((type) => {
        const symbol = this.#checker.getPropertyOfType(type, member);
        return symbol === undefined ? [] : this.#objectTypes(this.#checker.getTypeOfSymbol(symbol)!);
      });
      if (types.length === 0) throw new Error(`${path}: there is no ${member} with options`);
    }
    const options = new Map<string, Option>();
    for (const symbol of types.flatMap((type) => this.#checker.getPropertiesOfType(type)))
      if (!isOwn || this.#getDeclaration(symbol)?.parent === declaration.parent)
        options.set(symbol.name, this.#getOption(symbol));
    // An option of type `undefined` only distinguishes the interfaces of a union.
    return [...options.values()].filter(({ type }) => type !== 'undefined');
  }

  #add(name: ast.Identifier): void {
    this.#declarations.set(name.text, [...(this.#declarations.get(name.text) ?? []), name]);
  }

  #getOption(symbol: Symbol): Option {
    const declaration = this.#getDeclaration(symbol)! as ast.PropertySignatureDeclaration;
    const tags = new Map(symbol.getJsDocTags(this.#checker).map(({ name, text }) => [name, toText(text)]));
    const type = declaration.type;
    return {
      name: symbol.name,
      type: type === undefined ? 'function' : (TYPE_PARAMETERS[type.getText()] ?? typeText(type)),
      isRequired: (symbol.flags & SymbolFlags.Optional) === 0,
      description: oneLine(symbol.getDocumentationComment(this.#checker)),
      default: tags.get('default'),
      unit: tags.get('unit'),
      mentions: type === undefined ? [] : namesIn(type),
      place: findPath(declaration),
    };
  }

  /** The object types that a union, a list or an optional member consists of. */
  #objectTypes(type: Type): Type[] {
    if ((type.flags & TypeFlags.Union) !== 0)
      return ((type as UnionType).getTypes() ?? []).flatMap((other) => this.#objectTypes(other));
    const element = this.#checker.typeToString(type).endsWith('[]') ? this.#getElement(type) : undefined;
    if (element !== undefined) return this.#objectTypes(element);
    return (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) === 0 ? [] : [type];
  }

  #getElement(type: Type): Type | undefined {
    return this.#checker.getTypeArguments(type as Parameters<Checker['getTypeArguments']>[0])[0];
  }

  #getDeclaration(symbol: Symbol): Node | undefined {
    return symbol.valueDeclaration?.resolve(this.#project) ?? symbol.declarations[0]?.resolve(this.#project);
  }
}

// Modifiers, type arguments and intersections with inferred types do not help readers of a table.
function typeText(type: Node): string {
  const text = oneLine(type.getText())
    .replace(/^\| /, '')
    .replaceAll(/(?<=<) | (?=>)/g, '')
    .replaceAll(/\breadonly /g, '')
    .replaceAll(/\b(?:Readonly|Partial)<((?:[^<>]|<[^<>]*>|<[^<>]*<[^<>]*>[^<>]*>)*)>/g, '$1')
    .replaceAll(/\b(?!(?:Record|Promise|PromiseLike|Pick)\b)(\w+)<(?:[^<>]|<[^<>]*>)*>/g, '$1')
    .replace(/ & (?:[A-Z]\w*|\{ \[Name in \w+\]: unknown \})$/, '')
    .replace(/ \| undefined$/, '');
  return text.includes('=>') && text.length > LONGEST ? 'function' : text;
}

const LONGEST = 50;

/** The types that replace type parameters, such as those of `HostConfig` and `ResourceDefinition`. */
const TYPE_PARAMETERS: Readonly<Record<string, string>> = {
  Resources: 'Resource[]',
  Routes: 'RouteDeclaration[]',
  'readonly Each[]': 'Authenticator[]',
  'readonly Only[]': 'OperationName[]',
  'readonly Field[]': 'string[]',
  'readonly Operation[]': 'string[]',
  Field: 'string',
  'Field | false': 'string | false',
  'readonly Searched[] | SearchDefinition<Searched>': 'string[] | SearchDefinition',
  Name: 'string',
  Login: 'string',
  Logout: 'string',
  Id: 'string | string[]',
  Path: 'string',
  Links: 'Record<string, LinkDefinition>',
  Filters: 'Record<string, Filter>',
  Operations: 'Record<string, OperationOptions>',
  Params: 'StandardSchema',
  Query: 'StandardSchema',
  Body: 'StandardSchema',
};

function isExported(statement: ast.InterfaceDeclaration): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ast.SyntaxKind.ExportKeyword) === true;
}

function namesIn(node: Node): string[] {
  const names: string[] = [];
  const visit = (element: Node): void => {
    if (ast.isTypeReferenceNode(element) && ast.isIdentifier(element.typeName)) names.push(element.typeName.text);
    element.forEachChild(visit);
  };
  visit(node);
  return names;
}

function toText(text: unknown): string {
  return oneLine(
    typeof text === 'string'
      ? text
      : ((text as { text: string }[] | undefined) ?? []).map((element) => element.text).join(''),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function findPath(node: Node): string {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart(file)).split('\n').length;
  return `${file.fileName.slice(ROOT.length + 1)}:${line}`;
}
