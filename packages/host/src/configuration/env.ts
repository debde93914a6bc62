import { memberNames } from '../http/parse-schema.ts';
import { assertKnownNames, isPromise } from 'oriel-core/http';
import type { InferOutput, SchemaIssue, StandardSchema } from 'oriel-core/http';
import { isSecretName, splitName } from 'oriel-core/redaction';
import { HostConfigError, issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Where {@link env} finds the variables. */
export interface EnvOptions {
  /**
   * The variables, for tests. No file is read.
   * @default process.env
   */
  readonly source?: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads and validates environment variables. Call it in a module that the host imports, so that the host does not start without them.
 *
 * @param schema an object schema of any library with the Standard Schema interface; the value of a variable is a string, and an empty
 *   variable counts as missing
 * @param options variables for tests
 * @returns the validated variables, with the types of the schema
 * @throws {HostConfigError} with every variable that is missing or invalid; it contains no value of a variable with the name of a secret
 * @throws {TypeError} if the schema is asynchronous
 *
 * @example
 * ```ts
 * import { env } from 'oriel-host';
 * import { z } from 'zod';
 * const schema = z.object({ DATABASE_URL: z.url(), PAGE_SIZE: z.coerce.number().int().default(20) });
 * const settings = env(schema, { source: { DATABASE_URL: 'postgres://localhost/harbour' } });
 * settings.PAGE_SIZE; // => 20
 * env(schema, { source: { PAGE_SIZE: 'many' } }); // THROWS DATABASE_URL
 * ```
 */
export function env<Schema extends StandardSchema>(
  schema: Schema,
  options: EnvOptions = {},
): Readonly<InferOutput<Schema>> {
  assertKnownNames(Object.keys(options), ['source'], 'option of env()');
  const { source } = options;
  if (source === undefined) loadEnvironmentFile();
  const variables = select(source ?? process.env, memberNames(schema));
  const result = schema['~standard'].validate(variables);
  if (isPromise(result))
    throw new TypeError('The schema of env() is asynchronous; use a schema that validates at once');
  if (result.issues === undefined) return Object.freeze(result.value as InferOutput<Schema>);
  throw new HostConfigError(describeIssues(result.issues, variables));
}

type Variables = Readonly<Record<string, string>>;

// Only the variables of the schema, so that a schema which rejects unknown members accepts the environment of a shell.
function select(
  source: Readonly<Record<string, string | undefined>>,
  names: readonly string[] = Object.keys(source),
): Variables {
  const variables: Record<string, string> = {};
  for (const name of names) {
    const value = source[name];
    if (value !== undefined && value !== '') variables[name] = value;
  }
  return variables;
}

function describeIssues(issues: readonly SchemaIssue[], variables: Variables): ConfigIssue[] {
  const found = new Map<string, ConfigIssue>();
  for (const { path, message } of issues) {
    const [segment] = path ?? [];
    const name = String((typeof segment === 'object' ? segment.key : segment) ?? '');
    if (!found.has(name)) found.set(name, describe(name, message, variables));
  }
  return [...found.values()];
}

function describe(name: string, message: string, variables: Variables): ConfigIssue {
  const set = 'in the environment, or in .env';
  if (name === '') {
    const isSafe = Object.entries(variables).every(
      ([other, value]) => !isSecret(other, value) || !reveals(message, value),
    );
    return issue('ORIEL_ENV', 'env', isSafe ? message : 'The variables are not valid together', `Change them ${set}`);
  }
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (value === undefined) return issue('ORIEL_ENV_MISSING', `env.${name}`, 'It is not set', `Set ${name} ${set}`);
  const fix = `Change ${name} ${set}`;
  if (!isSecret(name, value))
    return issue('ORIEL_ENV', `env.${name}`, `It is ${JSON.stringify(value.slice(0, 80))}: ${message}`, fix);
  return issue(
    'ORIEL_ENV',
    `env.${name}`,
    reveals(message, value) ? 'It is not valid' : `It is not valid: ${message}`,
    fix,
  );
}

// More names than elsewhere: the key of a service, and URLs with a password.
function isSecret(name: string, value: string): boolean {
  const last = splitName(name).at(-1) ?? '';
  return isSecretName(name) || last === 'key' || last === 'dsn' || (value.includes('://') && value.includes('@'));
}

// Some schema libraries repeat the value in their messages, quoted or shortened.
function reveals(message: string, value: string): boolean {
  if (value.length <= PART) return message.includes(value);
  for (let start = 0; start + PART <= Math.min(value.length, LONGEST); start++)
    if (message.includes(value.slice(start, start + PART))) return true;
  return false;
}

const PART = 4;
const LONGEST = 4_096;

/**
 * Loads `.env` of the working directory by the function of Node.js, if the file exists. Variables that are set already are not changed.
 *
 * @throws {HostConfigError} if the file cannot be read
 */
function loadEnvironmentFile(): void {
  // Bun reads .env by itself.
  if (typeof process.loadEnvFile !== 'function') return;
  try {
    // The property is read for each call, because `oriel-host dev` replaces it to watch the files.
    process.loadEnvFile('.env');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    const reason = `It cannot be read (${code ?? String(error)})`;
    throw new HostConfigError([issue('ORIEL_ENV_FILE', 'env file ".env"', reason, 'Make it readable, or remove it')]);
  }
}
