import { readFileSync } from '../builtins/file-system.ts';

/**
 * Makes this version of `oriel-core` the one that records in this process. Values of another version, such as the trace of a request,
 * are not those of this one.
 *
 * @returns why this version must not record: another one does
 */
export function claimRecording(): string | undefined {
  const url = import.meta.resolve('oriel-core/package.json');
  if (shared[KEY] === undefined) Object.defineProperty(shared, KEY, { value: url });
  if (shared[KEY] === url) return undefined;
  const [first, second] = [shared[KEY]!, url].map(readVersion);
  if (first === second) return undefined;
  return `oriel-core ${first} records in this process, and ${second} is loaded as well; install one version (npm ls oriel-core)`;
}

function readVersion(manifest: string): string {
  return (JSON.parse(readFileSync(new URL(manifest), 'utf8')) as { version: string }).version;
}

const KEY = Symbol.for('oriel.recording-version');
const shared = globalThis as { [KEY]?: string };
