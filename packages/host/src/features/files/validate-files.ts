import { statSync } from 'node:fs';
import { formatValue, issue, validateDuration, validateUnknownKeys } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { FilesConfig } from './files-config.ts';

/** Yields the issues of `files`. */
export function* validateFiles(files: unknown): Generator<ConfigIssue> {
  if (files === undefined) return;
  if (!Array.isArray(files))
    return yield issue('ORIEL_CONFIG_FILES', 'files', `It is ${formatValue(files)}`, `Use a list: ${EXAMPLE}`);
  const paths = new Map<unknown, number>();
  for (const [index, each] of (files as unknown[]).entries()) {
    const place = `files[${index}]`;
    if (typeof each !== 'object' || each === null) {
      yield issue('ORIEL_CONFIG_FILES', place, `It is ${formatValue(each)}`, EXAMPLE);
      continue;
    }
    const config = each as FilesConfig;
    yield* validateUnknownKeys(config, KEYS, `${place}.`);
    yield* validatePath(place, config.path);
    const same = paths.get(config.path);
    if (same !== undefined)
      yield issue(
        'ORIEL_CONFIG_FILES_PATH',
        `${place}.path`,
        `${formatValue(config.path)} is also the path of files[${same}]`,
        'Use different paths',
      );
    paths.set(config.path, index);
    yield* validateMembers(place, config);
  }
}

/** Yields the folders that do not exist. */
export function* validateFolders(files: readonly FilesConfig[]): Generator<ConfigIssue> {
  for (const [index, { folder }] of files.entries()) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) continue;
    const shown = typeof folder === 'string' ? folder : folder.href;
    yield issue(
      'ORIEL_FILES_FOLDER',
      `files[${index}].folder`,
      `The folder "${shown}" does not exist in ${process.cwd()}`,
      'Build the files first, or use an absolute path: new URL("./public/", import.meta.url)',
    );
  }
}

function* validatePath(place: string, path: unknown): Generator<ConfigIssue> {
  if (typeof path === 'string' && (path === '/' || /^(?:\/[\w.~-]+)+$/.test(path)) && !/\/\.\.?(?:\/|$)/.test(path))
    return;
  const reason = `${formatValue(path)} is not a path of letters, digits and "-._~" that starts with a slash and ends without one`;
  yield issue('ORIEL_CONFIG_FILES_PATH', `${place}.path`, reason, "Use a path such as '/assets', or '/'");
}

function* validateMembers(place: string, config: FilesConfig): Generator<ConfigIssue> {
  const { folder, index, fallback, precompressed, immutable, dotfiles, types, headers, maxAge, name } = config;
  const expect = (key: string, value: unknown, isValid: boolean, fix: string): ConfigIssue[] =>
    isValid ? [] : [issue('ORIEL_CONFIG_FILES', `${place}.${key}`, `It is ${formatValue(value)}`, fix)];
  const isFolder =
    (typeof folder === 'string' && folder !== '') || (folder instanceof URL && folder.protocol === 'file:');
  yield* expect('folder', folder, isFolder, "Use a path or a file: URL: folder: './public'");
  yield* expect(
    'name',
    name,
    name === undefined || (typeof name === 'string' && name !== ''),
    'Use a name for the route',
  );
  yield* expect(
    'index',
    index,
    index === undefined || index === false || isName(index),
    "Use the name of a file, such as 'index.html', or false",
  );
  yield* expect(
    'fallback',
    fallback,
    fallback === undefined || isName(fallback),
    "Use the name of a file in the folder, such as 'index.html'",
  );
  const codings = Array.isArray(precompressed) ? precompressed : [];
  const knowsCodings =
    precompressed === undefined || typeof precompressed === 'boolean' || Array.isArray(precompressed);
  yield* expect(
    'precompressed',
    precompressed,
    knowsCodings && codings.every((each) => CODINGS.includes(each)),
    `Use true, false, or a list of ${CODINGS.join(', ')}`,
  );
  yield* expect(
    'immutable',
    immutable,
    immutable === undefined || typeof immutable === 'boolean' || immutable instanceof RegExp,
    'Use true, false, or a regular expression for names',
  );
  const names = Array.isArray(dotfiles) ? dotfiles : [];
  const isDotfiles = dotfiles === undefined || typeof dotfiles === 'boolean' || Array.isArray(dotfiles);
  yield* expect(
    'dotfiles',
    dotfiles,
    isDotfiles && names.every((each) => typeof each === 'string' && each.startsWith('.')),
    "Use true, false, or a list of names: ['.well-known']",
  );
  yield* expect(
    'types',
    types,
    isRecord(types) && Object.keys(types ?? {}).every((each) => /^\.[^A-Z]+$/.test(each)),
    "Use types by extension in lower case: { '.gltf': 'model/gltf+json' }",
  );
  yield* expect('headers', headers, isRecord(headers), "Use values by name: { 'X-Robots-Tag': 'noindex' }");
  yield* validateDuration(`${place}.maxAge`, maxAge, { minimum: 0, maximum: MAX_AGE, wholeSeconds: true });
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !/^[/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, string>> | undefined {
  if (value === undefined) return true;
  return typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');
}

const CODINGS: readonly unknown[] = ['br', 'zstd', 'gzip'];
const EXAMPLE = "files: [{ path: '/assets', folder: './dist/assets' }]";
const MAX_AGE = 31_536_000_000;
const KEYS = [
  ...['path', 'folder', 'name', 'immutable', 'maxAge', 'precompressed', 'index', 'fallback', 'dotfiles', 'types'],
  ...['headers', 'access'],
];
