import { HostConfigError, issue } from 'oriel-core/configuration';

/**
 * Loads a file with environment variables by the function of Node.js. Variables that are set already are not changed.
 *
 * @param file a path, relative to the working directory; by default `.env`, which may be missing
 * @throws {HostConfigError} if a file that was named is missing, or if a file cannot be read
 */
export function loadEnvironmentFile(file?: string): void {
  // Bun reads .env by itself.
  if (typeof process.loadEnvFile !== 'function') return;
  try {
    // The property is read for each call, because `oriel-host dev` replaces it to watch the files.
    process.loadEnvFile(file ?? '.env');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && file === undefined) return;
    const reason = code === 'ENOENT' ? 'It does not exist' : `It cannot be read (${code ?? String(error)})`;
    const fix = 'Correct the option file of env(), or remove it: .env is read if it exists';
    throw new HostConfigError([issue('ORIEL_ENV_FILE', `env file ${JSON.stringify(file ?? '.env')}`, reason, fix)]);
  }
}
