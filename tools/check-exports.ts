/** Checks the public API: the entry points in package.json, their names and the doc comments of everything exported. */
import { posix } from 'node:path';
import { docOf, exportedNames } from './lib/exported-names.ts';
import { report } from './lib/issue.ts';
import type { Issue } from './lib/issue.ts';
import { filesMatching, isEntryPoint, isTest, read } from './lib/source-files.ts';

interface Conditions {
  readonly [condition: string]: string;
}

function checkManifest(
  exports: Readonly<Record<string, Conditions | string>>,
  entryPoints: readonly string[],
): Issue[] {
  const issues: Issue[] = [];
  const add = (what: string, why: string, fix: string): void =>
    void issues.push({ place: 'package.json:exports', what, why, fix });
  const listed = new Set<string>();
  for (const [name, conditions] of Object.entries(exports)) {
    if (typeof conditions === 'string') continue;
    const source = (conditions['oriel:source'] ?? '').slice(2);
    listed.add(source);
    if (!entryPoints.includes(source)) {
      add(`"${name}" has the source ${JSON.stringify(source)}`, 'there is no such entry point', 'correct or remove it');
      continue;
    }
    const built = source.replace(/^src\//, './dist/').replace(/\.ts$/, '.js');
    const expected = { types: built.replace(/\.js$/, '.d.ts'), default: built };
    for (const [condition, path] of Object.entries(expected)) {
      if (conditions[condition] === path) continue;
      add(
        `"${name}" has ${condition}: ${JSON.stringify(conditions[condition])}`,
        'every condition must name the same entry point',
        `"${condition}": "${path}"`,
      );
    }
  }
  for (const path of entryPoints)
    if (!listed.has(path))
      add(`${path} is not listed`, 'every index.ts is a public entry point', 'list it, or rename the file');
  return issues;
}

function checkEntryPoint(path: string): Issue[] {
  return read(path)
    .split('\n')
    .flatMap((line, index) =>
      line.startsWith('export *')
        ? [
            {
              place: `${path}:${index + 1}`,
              what: line,
              why: 'an entry point lists every name it exports',
              fix: 'export { … } with every name',
            },
          ]
        : [],
    );
}

function checkDocs(path: string): Issue[] {
  const why = 'every exported function and class has a doc comment';
  return exportedNames(read(path))
    .filter(({ kind, doc }) => kind !== 'other' && doc === undefined)
    .map(({ name, line }) => ({
      place: `${path}:${line}`,
      what: `${name} has no doc comment`,
      why,
      fix: 'add one above it',
    }));
}

/** Returns the names of the public API by the file that declares them. */
function publicNames(entryPoints: readonly string[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const path of entryPoints)
    for (const [, list, from] of read(path).matchAll(/^export (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm)) {
      const file = posix.join(posix.dirname(path), from!);
      const exported = names.get(file) ?? new Set();
      names.set(file, exported);
      for (const name of list!.split(',')) exported.add(name.trim().split(' as ')[0]!);
    }
  return names;
}

function checkExamples(names: ReadonlyMap<string, ReadonlySet<string>>): Issue[] {
  const why = 'every function of the public API has one example that runs';
  return [...names].flatMap(([path, publicNames]) =>
    exportedNames(read(path))
      .filter(
        ({ name, kind, doc }) =>
          kind === 'function' && publicNames.has(name) && doc !== undefined && !docOf(doc).includes('@example'),
      )
      .map(({ name, line }) => ({
        place: `${path}:${line}`,
        what: `${name} has no @example`,
        why,
        fix: 'add an @example with a ```ts block',
      })),
  );
}

const files = filesMatching('packages/*/src/**/*.ts').filter((path) => !isTest(path));
const entryPoints = files.filter((path) => isEntryPoint(path));
const { exports = {} } = JSON.parse(read('package.json')) as { exports?: Record<string, Conditions | string> };
const names = publicNames(entryPoints);
const issues = [
  ...checkManifest(exports, entryPoints),
  ...entryPoints.flatMap(checkEntryPoint),
  ...files.flatMap(checkDocs),
  ...checkExamples(names),
];
const count = [...names.values()].reduce((sum, each) => sum + each.size, 0);
report(issues, `${entryPoints.length} entry points export ${count} names, all documented`);
