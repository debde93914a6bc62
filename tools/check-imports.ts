/**
 * Checks that each module of `src/` imports only the modules that the table in `lib/modules.ts` allows, and that no more
 * than five files import each other.
 */
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { MAX_CYCLE, findLargeCycles } from './lib/import-cycles.ts';
import { importsOf } from './lib/imports.ts';
import type { Import } from './lib/imports.ts';
import { report } from './lib/issue.ts';
import type { Issue } from './lib/issue.ts';
import { TABLE, WITHOUT_NODE, moduleOf } from './lib/modules.ts';
import { checkResourceImport } from './lib/resource-layers.ts';
import { filesMatching, isEntryPoint, isTest, read } from './lib/source-files.ts';

/** Returns the issues of the imports of one file. */
export function checkImports(path: string, text: string, dependencies: readonly string[]): Issue[] {
  const module = moduleOf(path);
  if (module === undefined || isTest(path)) return [];
  const allowed = TABLE[module];
  if (!allowed) return [unknownModule(path, module)];
  return importsOf(text).flatMap((each) => {
    const issue = each.from.startsWith('.')
      ? checkFile(path, module, allowed, each)
      : checkPackage(path, module, dependencies, each);
    return issue ?? [];
  });
}

function checkFile(path: string, module: string, allowed: readonly string[], statement: Import): Issue | undefined {
  const { from, line } = statement;
  const place = `${path}:${line}`;
  const target = posix.join(posix.dirname(path), from);
  const other = moduleOf(target);
  const what = `imports ${target}`;
  if (other === undefined) return { place, what, why: 'only src/ is published', fix: 'move what is needed into src/' };
  if (isTest(target))
    return { place, what, why: 'tests are not published', fix: 'move what is needed out of the test' };
  if (isEntryPoint(target)) {
    const why = 'an index.ts is a public entry point; modules import the file that has the declaration';
    return { place, what, why, fix: 'import that file' };
  }
  // An entry point exports what its users need, from wherever it is.
  if (isEntryPoint(path)) return undefined;
  if (other === module) return module === 'features/resources' ? checkResourceImport(path, statement) : undefined;
  if (allowed.includes(other)) return undefined;
  const why = `${module || 'packages/host/src/index.ts'} may import ${allowed.length === 0 ? 'no other module' : allowed.join(', ')}`;
  return { place, what, why, fix: 'let the host pass it as an argument, or move it to a lower module' };
}

function checkPackage(
  path: string,
  module: string,
  dependencies: readonly string[],
  { from, line }: Import,
): Issue | undefined {
  const place = `${path}:${line}`;
  const what = `imports ${from}`;
  if (from.startsWith('node:') || builtinModules.includes(from)) {
    if (!WITHOUT_NODE.includes(module)) return undefined;
    const why = `${module} runs without Node.js`;
    return { place, what, why, fix: 'take it as a parameter, or move the code to core/server or host' };
  }
  const name = from.split('/', from.startsWith('@') ? 2 : 1).join('/');
  if (dependencies.includes(name)) return undefined;
  const why = `${name} is not a dependency in package.json, so it is not installed with the package`;
  return { place, what, why, fix: 'do without it, or add it and give the reason in decisions/008-dependencies.md' };
}

function unknownModule(path: string, module: string): Issue {
  return {
    place: `${path}:1`,
    what: `is in the unknown module "${module}"`,
    why: 'each module has a row that lists what it may import',
    fix: 'add it to tools/lib/modules.ts and ARCHITECTURE.md',
  };
}

function main(): void {
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(read('package.json')) as Record<
    string,
    object | undefined
  >;
  const packages = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
  const files = new Map(filesMatching('packages/*/src/**/*.ts').map((path) => [path, read(path)]));
  const issues = [...files].flatMap(([path, text]) => checkImports(path, text, packages));
  issues.push(...findLargeCycles(files));
  report(issues, `the imports of ${files.size} files are allowed, without cycles of more than ${MAX_CYCLE} files`);
}

if (import.meta.main) main();
