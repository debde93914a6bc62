import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ConfigIssue } from 'oriel-core/configuration';
import { shorten } from 'oriel-core/cli';

/** Describes why a file could not be imported, with the location and without stack frames of Node.js. */
export function explainImport(error: unknown, file: string): ConfigIssue {
  const path = shorten(file);
  if (!(error instanceof Error)) {
    return {
      code: 'ORIEL_CLI_THROWN',
      place: path,
      reason: `The file throws ${String(error)} while it is loaded`,
      fix: 'Throw an Error, whose stack has the location',
    };
  }
  const { code } = error as { code?: string };
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return missingModule(error, path);
  if (error instanceof SyntaxError) return syntaxError(error, file, code);
  return {
    code: code ?? 'ORIEL_CLI_THROWN',
    place: path,
    reason: withFrames(error),
    fix: 'Correct the code that runs while the file is loaded',
    ...at(getFrame(error)),
  };
}

function missingModule({ message }: Error, path: string): ConfigIssue {
  const wanted = /Cannot find (package|module) '([^']+)'(?: imported from (.+))?/.exec(message);
  const importer = wanted?.[3] === undefined ? path : shorten(wanted[3]);
  const name = wanted?.[2] ?? '';
  const fix =
    wanted?.[1] === 'package'
      ? `npm install ${name}`
      : 'Check the path; it needs its file extension, as in "./cities.ts"';
  return {
    code: 'ERR_MODULE_NOT_FOUND',
    place: importer,
    reason: `The file imports "${wanted?.[1] === 'package' ? name : shorten(name)}", which does not exist`,
    fix,
  };
}

const FIXES: Readonly<Record<string, string>> = {
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX:
    'Node.js only strips types: replace TypeScript syntax that generates code with plain JavaScript ("erasableSyntaxOnly" in tsconfig.json reports it)',
};

function syntaxError(error: SyntaxError, file: string, code: string | undefined): ConfigIssue {
  const stack = hasLocation(error.stack) ? error.stack! : readNodeError(file);
  const [location = '', ...rest] = hasLocation(stack) ? stack.split('\n') : [];
  const excerpt = rest
    .slice(
      0,
      rest.findIndex((line) => line === '' || line.startsWith('SyntaxError')),
    )
    .join('\n');
  const number = /^(.*):(\d+)$/.exec(location);
  const column = /^ *\^/m.exec(excerpt)?.[0].length;
  return {
    code: code ?? 'ORIEL_CLI_SYNTAX',
    place: number ? shorten(toPath(number[1]!)) : shorten(file),
    reason: [error.message, excerpt].filter(Boolean).join('\n\n'),
    fix: FIXES[code ?? ''] ?? 'Correct the syntax error',
    ...at(number ? { file: toPath(number[1]!), line: Number(number[2]), column: column ?? 1 } : undefined),
  };
}

// Node.js reports the location of a syntax error in JavaScript only when it prints the error. No code runs: all modules
// are parsed before the first one is evaluated.
function readNodeError(file: string): string {
  const source = `import ${JSON.stringify(pathToFileURL(file).href)}`;
  return (
    spawnSync(process.execPath, [...process.execArgv, '--input-type=module', '--eval', source], {
      encoding: 'utf8',
      timeout: 5_000,
    }).stderr ?? ''
  );
}

// A location inside Node.js is not the location of the mistake.
function hasLocation(stack: string | undefined): boolean {
  return /^(?!node:)\S.*:\d+\n/.test(stack ?? '');
}

type Place = NonNullable<ConfigIssue['at']>;

function at(location: Place | undefined): { at?: Place } {
  return location ? { at: location } : {};
}

function getFrame({ stack = '' }: Error): Place | undefined {
  const frame = /(?:\(|at )(file:\/\/[^()]+|\/[^()]+|[A-Z]:\\[^()]+):(\d+):(\d+)\)?$/m.exec(stack);
  return frame ? { file: toPath(frame[1]!), line: Number(frame[2]), column: Number(frame[3]) } : undefined;
}

function withFrames(error: Error): string {
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !line.includes('node:internal'));
  return [`${error.name}: ${error.message}`, ...frames.slice(0, 4).map((frame) => frame.replace(/^\s+/, '  '))].join(
    '\n',
  );
}

function toPath(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file;
}
