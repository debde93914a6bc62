/**
 * Returns why libraries are not watched under the test runner of this process; undefined if they are. Call it when a request was received:
 * Jest sets its variable after the start if it runs the tests in its own process.
 */
export function explainTestRunner({ env, execArgv }: Pick<NodeJS.Process, 'env' | 'execArgv'> = process):
  string | undefined {
  if (env['JEST_WORKER_ID'] !== undefined && env['VITEST'] === undefined) return JEST;
  // Vitest passes the flag to the workers of these pools only.
  return env['VITEST'] !== undefined && execArgv.includes('--experimental-vm-modules') ? VITEST : undefined;
}

const CONSEQUENCE = 'so that their queries are not recorded, and frameworks and loggers are not watched';
const JEST = `Jest loads modules itself, ${CONSEQUENCE}: use node:test, Mocha or Vitest`;
const VITEST = `Vitest loads modules itself in the pools vmThreads and vmForks, ${CONSEQUENCE}: use the pool forks or threads`;
