import type { Api } from './api.ts';
import { CHECKS } from './checks.ts';
import { toCommands } from './curl.ts';
import type { FoundFailure, FuzzOptions, FuzzResult } from './fuzz.ts';
import { count, print, printError, style } from 'oriel-core/cli';

type Context = Pick<FuzzOptions, 'api' | 'origin' | 'credentials'>;

/** Prints a failure with the requests that repeat it. */
export function printFailure(found: FoundFailure, context: Context): void {
  const { operation, message, commands, profile, isRepeatable, check, request } = failureToJson(found, context);
  print(`${style('red', `✗ ${operation}`)}  ${check}: ${message}`);
  for (const command of commands) print(`    ${command}`);
  if (profile !== undefined) print(`    profile: ${profile}`);
  print(style('dim', `    ${CHECKS[check]}; request ${request}${isRepeatable ? '' : ', which did not fail again'}\n`));
}

/** Returns what `--json` prints of a failure. */
export function failureToJson(found: FoundFailure, context: Context) {
  const { check, failure, outcome, isRepeatable, request } = found;
  const { step, reply } = outcome.exchanges[failure.step]!;
  const link = reply.headers.get('x-debug-token-link');
  return {
    check,
    operation: step.operation.name,
    message: failure.message,
    commands: toCommands(outcome, context),
    ...(link !== null && URL.canParse(link, context.origin.href)
      ? { profile: new URL(link, context.origin).href }
      : {}),
    isRepeatable,
    request,
  };
}

/** Prints the counts of a run, and the operations without a successful response. */
export function printSummary(
  { requests, shrinkRequests, failures, statuses, warnings }: FuzzResult,
  api: Api,
  seed: number,
): void {
  for (const warning of warnings) printError(style('yellow', warning, process.stderr));
  const tested = [...statuses].filter(([, counts]) => counts.size > 0);
  const unsuccessful = tested.filter(
    ([, counts]) => ![...counts.keys()].some((status) => status >= 200 && status < 400),
  );
  if (unsuccessful.length > 0) {
    const lines = unsuccessful.map(
      ([name, counts]) =>
        `  ${name}: ${[...counts].map(([status, number]) => `${number} × ${status || 'no response'}`).join(', ')}`,
    );
    print(`${count(unsuccessful.length, 'operation')} had no successful response:\n${lines.join('\n')}\n`);
  }
  const result =
    failures.length === 0 ? style('green', 'no failures') : style('red', count(failures.length, 'failure'));
  const extra = shrinkRequests > 0 ? ` and ${shrinkRequests} to shrink failures` : '';
  print(
    `${result} · ${requests} requests${extra} · ${tested.length} of ${api.operations.length} operations · seed ${seed}`,
  );
}
