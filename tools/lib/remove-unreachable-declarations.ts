import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Removes the declarations in the `.d.ts` files of `folder` that no export of an entry point mentions, directly or not, and
 * files without any. Throws if an entry point or an imported file is missing.
 */
export function removeUnreachableDeclarations(folder: string, entryPoints: readonly string[]): void {
  const files = new Map<string, DeclarationFile>();
  const read = (path: string): DeclarationFile => {
    const known = files.get(path);
    if (known !== undefined) return known;
    if (!existsSync(path)) throw new Error(`The declaration file ${path} does not exist`);
    const file = parse(readFileSync(path, 'utf8'));
    files.set(path, file);
    for (const each of file.effects) read(resolveImport(path, each));
    return file;
  };
  const reach = (path: string, name: string): void => {
    const file = read(path);
    if (file.reached.has(name)) return;
    file.reached.add(name);
    for (const reference of [file.exports.get(name), file.imports.get(name)])
      if (reference?.from?.startsWith('.') === true) reach(resolveImport(path, reference.from), reference.name);
    for (const { code } of file.declarations.filter((each) => each.name === name)) {
      for (const [, from, member] of code.matchAll(INLINE_IMPORT)) reach(resolveImport(path, from!), member!);
      for (const [word] of code.matchAll(WORD))
        if (file.imports.has(word) || file.declarations.some((each) => each.name === word)) reach(path, word);
    }
  };
  for (const entry of entryPoints) {
    const { exports, declarations } = read(join(folder, entry));
    for (const name of [...exports.keys(), ...declarations.map((each) => each.name)]) reach(join(folder, entry), name);
  }
  for (const path of globSync('**/*.d.ts', { cwd: folder }).map((each) => join(folder, each))) {
    const file = files.get(path);
    if (file === undefined) rmSync(path);
    else writeFileSync(path, write(file));
  }
}

interface DeclarationFile {
  /** The files that are imported without a name. */
  readonly effects: readonly string[];
  readonly imports: ReadonlyMap<string, Reference>;
  readonly exports: ReadonlyMap<string, Reference>;
  readonly declarations: readonly Declaration[];
  /** Whether the file has `export {}`: without it, declarations that are not exported could be imported. */
  readonly isMarked: boolean;
  /** The names of imports, exports and declarations that are kept. */
  readonly reached: Set<string>;
}

/** A name of another file; of the same file if an export has no `from`. */
interface Reference {
  readonly name: string;
  readonly from: string | undefined;
  readonly isType: boolean;
}

interface Declaration {
  readonly name: string;
  /** With the comment before it. */
  readonly text: string;
  readonly code: string;
}

// The compiler begins each statement, and no other line, at the first column with one of these words, after its comment.
const STATEMENT =
  /^(?=\/\*\*(?:(?!\*\/)[^])*\*\/\n(?:import|export|declare|interface|type)\b)|^(?<!\*\/\n)(?=(?:import|export|declare|interface|type)\b)/m;
const DECLARATION =
  /^(?:export )?(?:declare )?(?:abstract )?(?:class|function|interface|type|const) (\w+)|^import (?:type )?(?:\* as )?(\w+) from '[^.]/;
const REFERENCES = /^(import|export)( type)? \{([^}]+)\}(?: from '([^']+)')?;/;
const INLINE_IMPORT = /\bimport\("(\.[^"]+)"\)\.(\w+)/g;
const WORD = /[A-Za-z_$][\w$]*/g;

function parse(text: string): DeclarationFile {
  const imports = new Map<string, Reference>();
  const exports = new Map<string, Reference>();
  const effects: string[] = [];
  const declarations: Declaration[] = [];
  for (const statement of text.split(STATEMENT)) {
    const code = statement.replace(/\/\*[^]*?\*\//g, '').trim();
    const references = REFERENCES.exec(code);
    const [, own, name = own] = DECLARATION.exec(code) ?? [];
    if (references) {
      const [, word, type, list, from] = references;
      for (const each of list!.split(',').filter((part) => part.trim() !== '')) {
        const [original, alias = original] = each.trim().split(' as ');
        const reference = { name: original!, from, isType: type !== undefined };
        (word === 'import' ? imports : exports).set(alias!, reference);
      }
    } else if (name !== undefined) declarations.push({ name, text: statement, code });
    else if (code.startsWith("import '")) effects.push(code.split("'")[1]!);
    else if (code !== 'export {};' && code !== '')
      throw new Error(`Unknown statement in a declaration file: ${code.slice(0, 200)}`);
  }
  const isMarked = text.includes('\nexport {};');
  return { imports, exports, effects, declarations, isMarked, reached: new Set() };
}

function write({ imports, exports, effects, declarations, isMarked, reached }: DeclarationFile): string {
  return [
    ...effects.map((from) => `import '${from}';\n`),
    ...writeReferences('import', imports, reached),
    ...declarations.filter(({ name }) => reached.has(name)).map(({ text }) => text),
    ...writeReferences('export', exports, reached),
    isMarked ? 'export {};\n' : '',
  ].join('');
}

function writeReferences(
  word: string,
  references: DeclarationFile['imports'],
  reached: ReadonlySet<string>,
): readonly string[] {
  const lists = new Map<string, string[]>();
  for (const [alias, { name, from, isType }] of references) {
    if (!reached.has(alias)) continue;
    const key = `${word}${isType ? ' type' : ''} { … }${from === undefined ? '' : ` from '${from}'`};\n`;
    lists.set(key, [...(lists.get(key) ?? []), alias === name ? name : `${name} as ${alias}`]);
  }
  return [...lists].map(([key, names]) => key.replace('…', names.join(', ')));
}

// The compiler writes `.js` or `.ts`.
function resolveImport(path: string, specifier: string): string {
  return join(dirname(path), specifier.replace(/\.[jt]s$/, '.d.ts'));
}
