import { relative } from 'node:path';
import { API } from 'typescript/unstable/sync';
import type { Checker, Project, Type } from 'typescript/unstable/sync';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { ROOT, filesMatching, isTest } from '../../../tools/lib/source-files.ts';

/** The source files of the project with their types. */
export class Sources {
  readonly checker: Checker;
  readonly files: readonly SourceFile[];
  readonly #api = new API({ cwd: ROOT });
  readonly #project: Project;

  constructor() {
    const [project] = this.#api.updateSnapshot({ openProjects: [`${ROOT}/tsconfig.json`] }).getProjects();
    this.#project = project!;
    this.checker = this.#project.checker;
    this.files = filesMatching('packages/*/src/**/*.ts')
      .filter((path) => !isTest(path))
      .map((path) => this.#project.program.getSourceFile(`${ROOT}/${path}`)!);
  }

  close(): void {
    this.#api.close();
  }

  /** Returns this node and all its descendants. */
  *nodesIn(node: Node): Generator<Node> {
    yield node;
    for (const child of getChildren(node)) yield* this.nodesIn(child);
  }

  resolve(handle: { resolve(project: Project): Node | undefined } | undefined): Node | undefined {
    return handle?.resolve(this.#project);
  }

  /** Returns the names of a class or an interface and of everything it extends. */
  lineage(type: Type | undefined): string[] {
    const name = type?.getSymbol()?.name;
    return name === undefined ? [] : [name, ...(type?.getBaseTypes() ?? []).flatMap((base) => this.lineage(base))];
  }

  findPath(node: Node): string {
    const file = node.getSourceFile();
    const line = file.text.slice(0, node.getStart(file)).split('\n').length;
    return `${relative(ROOT, file.fileName).replaceAll('\\', '/')}:${line}`;
  }
}

function getChildren(node: Node): Node[] {
  const children: Node[] = [];
  node.forEachChild((child) => {
    children.push(child);
    return undefined;
  });
  return children;
}
