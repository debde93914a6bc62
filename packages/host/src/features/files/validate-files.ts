import { statSync } from 'node:fs';
import { formatValue, group, issue, list } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { FILES_SETTINGS } from './files-config.ts';
import type { FilesConfig } from './files-config.ts';

/** Yields the issues of `files`. */
export function* validateFiles(files: unknown): Generator<ConfigIssue> {
  yield* FILES.validate('files', files);
  const paths = (Array.isArray(files) ? files : []).map((each: Partial<FilesConfig> | null) => each?.path);
  for (const [index, path] of paths.entries()) {
    const same = paths.indexOf(path);
    if (path === undefined || same === index) continue;
    const reason = `${formatValue(path)} is also the path of files[${same}]`;
    yield issue('ORIEL_CONFIG_FILES_PATH', `files[${index}].path`, reason, 'Use different paths');
  }
}

const EXAMPLE = "files: [{ path: '/assets', folder: './dist/assets' }]";
const FILES = list(group(FILES_SETTINGS, { fix: EXAMPLE }), {
  code: 'ORIEL_CONFIG_FILES',
  fix: `Use a list: ${EXAMPLE}`,
});

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
