/** Checks the public API: the names of the entry points and the doc comments of everything exported. */
import { posix } from 'node:path';
import { getDoc, exportedNames } from './lib/exported-names.ts';
import { report } from './lib/issue.ts';
import type { Issue } from './lib/issue.ts';
import { PACKAGES, getEntryPoints, readManifest } from './lib/packages.ts';
import { filesMatching, isTest, read } from './lib/source-files.ts';

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
          kind === 'function' && publicNames.has(name) && doc !== undefined && !getDoc(doc).includes('@example'),
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
const entryPoints = PACKAGES.flatMap((name) =>
  getEntryPoints(readManifest(name)).map(([, source]) => posix.join('packages', name, source['oriel:source'])),
).filter((path) => !/may change in any version\. @module/.test(read(path)));
const names = publicNames(entryPoints);
const issues = [...entryPoints.flatMap(checkEntryPoint), ...files.flatMap(checkDocs), ...checkExamples(names)];
const count = [...names.values()].reduce((sum, name) => sum + name.size, 0);
report(issues, `${entryPoints.length} entry points export ${count} names, all documented`);
