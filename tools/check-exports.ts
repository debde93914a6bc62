/** Holds the doors: one per room in package.json, every name listed, every promise explained. */
import { report } from './lib/complaint.ts';
import type { Complaint } from './lib/complaint.ts';
import { docOf, exportedNames } from './lib/exported-names.ts';
import { filesMatching, isDoor, isTest, read } from './lib/source-files.ts';

// Doors for the neighbours only: what declares a feature is offered by the front door.
const INNER = /^cli$|\/declare$/;

interface Door {
  readonly [condition: string]: string;
}

function checkDoors(doors: Readonly<Record<string, Door | string>>, indexes: readonly string[]): Complaint[] {
  const complaints: Complaint[] = [];
  const complain = (what: string, why: string, fix: string): void =>
    void complaints.push({ place: 'package.json:exports', what, why, fix });
  for (const index of indexes) {
    const folder = index.replace(/^src\//, '').replace(/\/?index\.ts$/, '');
    const name = folder === '' ? '.' : `./${folder}`;
    if (INNER.test(folder)) continue;
    const door = doors[name];
    const built = index.replace(/^src\//, './dist/').replace(/\.ts$/, '.js');
    const expected = { 'oriel:source': `./${index}`, types: built.replace(/\.js$/, '.d.ts'), default: built };
    if (typeof door !== 'object') {
      complain(
        `lacks "${name}"`,
        `${index} opens a room that nobody outside can enter`,
        `"${name}": ${JSON.stringify(expected)}`,
      );
      continue;
    }
    for (const [condition, path] of Object.entries(expected)) {
      if (door[condition] === path) continue;
      complain(
        `"${name}" has ${condition}: ${JSON.stringify(door[condition])}`,
        'it must lead to the same room as the others',
        `"${condition}": "${path}"`,
      );
    }
  }
  for (const [name, door] of Object.entries(doors)) {
    if (typeof door === 'string') continue;
    const source = door['oriel:source'] ?? '';
    if (indexes.includes(source.slice(2))) continue;
    complain(
      `"${name}" leads to ${JSON.stringify(source)}`,
      'there is no such room',
      `remove it, or write ${name === '.' ? 'src' : name.replace('.', 'src')}/index.ts`,
    );
  }
  return complaints;
}

function checkIndex(path: string): Complaint[] {
  return read(path)
    .split('\n')
    .flatMap((line, index) =>
      line.startsWith('export *')
        ? [
            {
              place: `${path}:${index + 1}`,
              what: line,
              why: 'a door lists what it offers, so that one can read it',
              fix: 'export { … } with every name',
            },
          ]
        : [],
    );
}

function checkDocs(path: string): Complaint[] {
  const why = 'what is exported is read by people who do not have the source open';
  return exportedNames(read(path))
    .filter(({ kind, doc, isPlainError }) => kind !== 'other' && doc === undefined && !isPlainError)
    .map(({ name, line }) => ({
      place: `${path}:${line}`,
      what: `${name} has no doc comment`,
      why,
      fix: 'write above it what it is for',
    }));
}

// The names of the front door come from other doors; the example stands where the function is written.
function checkExamples(files: readonly string[]): Complaint[] {
  const front = new Set(
    [...read('src/index.ts').matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) =>
      list!.split(',').map((name) => name.trim()),
    ),
  );
  const why = 'it is offered by src/index.ts, and every function there has one example that runs';
  return files.flatMap((path) =>
    exportedNames(read(path))
      .filter(
        ({ name, kind, doc }) =>
          kind === 'function' && front.has(name) && doc !== undefined && !docOf(doc).includes('@example'),
      )
      .map(({ name, line }) => ({
        place: `${path}:${line}`,
        what: `${name} has no @example`,
        why,
        fix: 'add an @example with a ```ts block',
      })),
  );
}

const files = filesMatching('src/**/*.ts').filter((path) => !isTest(path));
const indexes = files.filter((path) => isDoor(path));
const { exports = {} } = JSON.parse(read('package.json')) as { exports?: Record<string, Door | string> };
const complaints = [
  ...checkDoors(exports, indexes),
  ...indexes.flatMap(checkIndex),
  ...files.flatMap(checkDocs),
  ...checkExamples(files),
];
report(complaints, `${indexes.length} doors open, and everything behind them is explained`);
