import { relative } from 'node:path';
import { API } from 'typescript/unstable/sync';
import type { Checker, Project, Symbol, Type } from 'typescript/unstable/sync';
import {
  isIdentifier,
  isPrivateIdentifier,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
} from 'typescript/unstable/ast';
import type { Node, ObjectLiteralElementLike, SourceFile } from 'typescript/unstable/ast';
import { ROOT, filesMatching, isTest } from '../../../tools/lib/source-files.ts';

/** The sources of the house as the compiler sees them. */
export class Sources {
  readonly checker: Checker;
  readonly files: readonly SourceFile[];
  readonly #api = new API({ cwd: ROOT });
  readonly #project: Project;
  readonly #uses = new Map<number, Node[]>();
  readonly #symbols = new Map<Node, Symbol>();
  readonly #members = new Map<string, ObjectLiteralElementLike[]>();

  constructor() {
    const [project] = this.#api.updateSnapshot({ openProjects: [`${ROOT}/tsconfig.build.json`] }).getProjects();
    this.#project = project!;
    this.checker = this.#project.checker;
    this.files = filesMatching('src/**/*.ts')
      .filter((path) => !isTest(path))
      .map((path) => this.#project.program.getSourceFile(`${ROOT}/${path}`)!);
    for (const file of this.files) this.#index(file);
  }

  close(): void {
    this.#api.close();
  }

  /** Every node below this one, and it first. */
  *nodesIn(node: Node): Generator<Node> {
    yield node;
    for (const child of childrenOf(node)) yield* this.nodesIn(child);
  }

  /** What a name stands for, wherever it was imported from. */
  symbolOf(name: Node): Symbol | undefined {
    return this.#symbols.get(name);
  }

  /** Where what is declared here is named. */
  usesOf(symbol: Symbol): readonly Node[] {
    return this.#uses.get(symbol.id) ?? [];
  }

  /** The members of object literals that have a name. */
  membersNamed(name: string): readonly ObjectLiteralElementLike[] {
    return this.#members.get(name) ?? [];
  }

  declarationOf(symbol: Symbol | undefined): Node | undefined {
    return symbol?.valueDeclaration?.resolve(this.#project) ?? symbol?.declarations[0]?.resolve(this.#project);
  }

  resolve(handle: { resolve(project: Project): Node | undefined } | undefined): Node | undefined {
    return handle?.resolve(this.#project);
  }

  /** The names of a class or an interface and of everything it extends. */
  lineage(type: Type | undefined): string[] {
    const name = type?.getSymbol()?.name;
    return name === undefined ? [] : [name, ...(type?.getBaseTypes() ?? []).flatMap((base) => this.lineage(base))];
  }

  placeOf(node: Node): string {
    const file = node.getSourceFile();
    const line = file.text.slice(0, node.getStart(file)).split('\n').length;
    return `${relative(ROOT, file.fileName).replaceAll('\\', '/')}:${line}`;
  }

  #index(file: SourceFile): void {
    const names = [...this.nodesIn(file)].filter((node) => isIdentifier(node) || isPrivateIdentifier(node));
    for (const { parent, text } of names) {
      if (!isPropertyAssignment(parent) && !isShorthandPropertyAssignment(parent)) continue;
      if (parent.name.getText(file) === text) this.#members.set(text, [...(this.#members.get(text) ?? []), parent]);
    }
    for (const [i, found] of this.checker.getSymbolAtLocation(names).entries()) {
      if (found === undefined) continue;
      const symbol = found.flags & ALIAS ? this.checker.getAliasedSymbol(found) : found;
      this.#symbols.set(names[i]!, symbol);
      const uses = this.#uses.get(symbol.id);
      if (uses) uses.push(names[i]!);
      else this.#uses.set(symbol.id, [names[i]!]);
    }
  }
}

/** The nodes right below one. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  node.forEachChild((child) => {
    children.push(child);
    return undefined;
  });
  return children;
}

const ALIAS = 2_097_152; // SymbolFlags.Alias
