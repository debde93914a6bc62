import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Reports every project file that is loaded from now on: modules outside `node_modules`, modules that could not be found,
 * and files with environment variables.
 *
 * @param report called once for each file, with its absolute path
 */
export function reportLoadedFiles(report: (file: string) => void): void {
  const reported = new Set<string>();
  const add = (file: string): void => {
    if (reported.has(file)) return;
    reported.add(file);
    report(file);
  };
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        // The file may appear later.
        if (/^\.{1,2}\//.test(specifier) && context.parentURL?.startsWith('file:') === true)
          add(fileURLToPath(new URL(specifier, context.parentURL)));
        throw error;
      }
    },
    load(url, context, next) {
      if (url.startsWith('file:')) {
        const file = fileURLToPath(url.replace(/[?#].*$/, ''));
        if (!NODE_MODULES.test(file)) add(file);
        else if (DOTENV.test(file)) add(resolve('.env'));
      }
      return next(url, context);
    },
  });
  for (const file of environmentFiles(process.execArgv)) add(file);
  const loadEnvFile = process.loadEnvFile.bind(process);
  process.loadEnvFile = (path) => {
    add(path === undefined ? resolve('.env') : path instanceof URL ? fileURLToPath(path) : resolve(String(path)));
    loadEnvFile(path);
  };
}

/** Returns the files of `--env-file` and `--env-file-if-exists` in a list of Node.js options. */
export function environmentFiles(args: readonly string[]): string[] {
  return args.flatMap((word, index) => {
    const [, inline] = /^--env-file(?:-if-exists)?(?:=(.*))?$/.exec(word) ?? [];
    if (!word.startsWith('--env-file')) return [];
    const file = inline ?? args[index + 1];
    return file === undefined ? [] : [resolve(file)];
  });
}

const NODE_MODULES = /[\\/]node_modules[\\/]/;
const DOTENV = /[\\/]node_modules[\\/](?:dotenv|dotenv-flow|@dotenvx[\\/]dotenvx)[\\/]/;
