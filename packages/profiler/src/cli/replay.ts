import { createInterface } from 'node:readline/promises';
import { LoadError, UsageError, defineCommand, print, printError } from 'oriel-core/cli';
import { printable } from 'oriel-core/errors';
import type { Profile } from '../profile/profile.ts';
import { exportBlocks } from '../view/export/documents.ts';
import { compareProfiles } from '../view/compare/comparison.ts';
import type { Comparison } from '../view/compare/comparison.ts';
import { prepareReplay } from '../view/replay/prepare-replay.ts';
import type { PreparedReplay, ReplayEdits, ReplayProblems } from '../view/replay/prepare-replay.ts';
import { toRecordedBody } from '../view/replay/compare-responses.ts';
import { buildResponseBlocks, compareWithRecorded } from '../view/replay/response-blocks.ts';
import { sendReplay } from '../view/replay/send-replay.ts';
import type { ReplayResponse } from '../view/replay/send-replay.ts';
import { COMPARISON_FORMATS, FORMATS } from './compare.ts';
import { QUERY_ARGUMENTS, STORE_HELP, oneOf } from './options.ts';
import { profileJsonText, readNewest } from './query.ts';
import { readEdits, readMaskedValues } from './replay-edits.ts';
import { replayHarFile } from './replay-har.ts';
import { describeStore, withStore } from './store.ts';

/** `oriel replay`: sends a recorded request again, and compares the responses. */
export const command = defineCommand({
  name: 'replay',
  summary: 'send a recorded request again, and print what differs',
  usage: 'replay <token, query or file.har> [options]',
  help: [
    ['<token or query>', 'the token or URL of a profile, latest, or a query whose newest request is sent'],
    [
      '<file.har>',
      'an HTTP Archive, whose GET, HEAD and OPTIONS requests are sent; --against replaces the origin of the first',
    ],
    ['--method name', 'another method'],
    ["--header 'Name: value'", "replaces or adds a header; 'Name:' removes it; more than once"],
    ['--data text', 'another body; @file reads it from a file'],
    [
      '--against origin',
      'where to send it, also to another machine (default where it was recorded, on this machine only)',
    ],
    ['--value name=value', 'a masked value; also from the environment, such as $AUTHORIZATION; more than once'],
    ['--yes', 'sends requests other than GET, HEAD and OPTIONS without asking'],
    ['--fail-if changed', 'exits with 1 if the responses differ'],
    ['--format human', FORMATS.join(', ')],
    STORE_HELP,
  ],
  examples: [
    'oriel replay latest',
    'oriel replay page.har --against http://localhost:4000',
    "oriel replay a1b2c3 --against http://localhost:4000 --header 'Accept: text/html'",
  ],
  options: {
    store: { type: 'string' },
    format: { type: 'string' },
    method: { type: 'string' },
    data: { type: 'string' },
    header: { type: 'string', multiple: true },
    value: { type: 'string', multiple: true },
    against: { type: 'string' },
    yes: { type: 'boolean' },
    'fail-if': { type: 'string' },
  },
  ...QUERY_ARGUMENTS,
  run: async (options, args) => {
    const format = oneOf('--format', options.format ?? 'human', FORMATS);
    if (options['fail-if'] !== undefined) oneOf('--fail-if', options['fail-if'], ['changed']);
    const [file] = args;
    if (file !== undefined && args.length === 1 && /\.har$/i.test(file)) {
      const other = (['method', 'data', 'value', 'yes'] as const).find((name) => options[name] !== undefined);
      if (other !== undefined) throw new UsageError(`--${other} is for one request, not for an archive`);
      return await replayHarFile(file, options, format);
    }
    const profile = await readNewest(options, args, 'replay');
    const prepared = prepare(profile, readEdits(profile, options), options.value ?? []);
    printError(describeRequest(prepared));
    if (!prepared.isSafe && options.yes !== true) await confirm(prepared);
    const { reply, comparison } = await withStore(options, async (storage) => {
      const sent = await sendReplay(prepared, { storage });
      const stored = sent.token === undefined ? undefined : await storage.read(sent.token);
      return {
        reply: sent,
        comparison: stored && (await compareProfiles(storage, profile, stored, process.cwd())),
      };
    });
    if (comparison !== undefined) print(COMPARISON_FORMATS[format](comparison).trimEnd());
    else print(exportReply(profile, reply, format, describeStore(options)));
    return options['fail-if'] !== undefined && hasChanged(profile, reply, comparison) ? 1 : 0;
  },
});

/** @throws {LoadError} if the request cannot be sent, or a masked value other than a cookie is missing */
function prepare(profile: Profile, edits: ReplayEdits, options: readonly string[]): PreparedReplay {
  const permissions = { allowsRemote: true };
  const masked = orThrow(profile, prepareReplay(profile, edits, permissions)).missing;
  const values = readMaskedValues(options, masked, process.env);
  const prepared = orThrow(profile, prepareReplay(profile, { ...edits, values }, permissions));
  const missing = prepared.missing.filter((value) => value.in !== 'cookie');
  if (missing.length === 0) return prepared;
  throw failure(
    profile.summary.token,
    missing
      .map(
        ({ variable, in: location, name }) =>
          `The ${location === 'header' ? '' : `value in the ${location}: `}${name} was masked when the request was recorded: $${variable}`,
      )
      .join('\n'),
    `Set the ${missing.length === 1 ? 'variable' : 'variables'}, or pass --value ${missing[0]!.variable}=…`,
  );
}

function orThrow(profile: Profile, result: PreparedReplay | ReplayProblems): PreparedReplay {
  if (!('problems' in result)) return result;
  throw failure(
    profile.summary.token,
    result.problems.join('\n'),
    'Change the request with --method, --header, --data or --against',
  );
}

function failure(token: string, reason: string, fix: string): LoadError {
  const issue = {
    code: 'ORIEL_CLI_NOT_SENT',
    place: token,
    reason: printable(reason, 2_000),
    fix: printable(fix, 200),
  };
  return new LoadError('The request was not sent', [issue], 2);
}

function describeRequest({ method, origin, target, body, differences }: PreparedReplay): string {
  const size = body === undefined ? '' : ` with a body of ${body.length} bytes`;
  return [
    printable(`${method} ${origin.origin}${target}${size}`, 2_000),
    ...differences.map((difference) => `  not as recorded: ${printable(difference, 500)}`),
  ].join('\n');
}

/** @throws {LoadError} if the user does not confirm, or cannot */
async function confirm({ method, recordedToken }: PreparedReplay): Promise<void> {
  if (process.stdin.isTTY && process.stderr.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      if (/^y(?:es)?$/i.test((await terminal.question(`Send this ${method} request? [y/N] `)).trim())) return;
    } finally {
      terminal.close();
    }
  }
  throw failure(recordedToken, `${method} may change data, and was not confirmed`, 'Pass --yes to send it');
}

function exportReply(profile: Profile, reply: ReplayResponse, format: (typeof FORMATS)[number], store: string): string {
  if (reply.status === 0)
    throw failure(
      profile.summary.token,
      `There is no response: ${reply.failure?.message ?? 'the connection was closed'}`,
      'Start the application, or pass the address that it listens on with --against',
    );
  const isRecorded = reply.headers.some(([name]) => name.toLowerCase() === 'x-debug-token');
  printError(
    isRecorded
      ? `The new profile is not in ${store}: pass the store of the application with --store`
      : 'The response has no profile: start the application with --import oriel/register to compare queries as well',
  );
  const title = `${profile.summary.method} ${profile.summary.path}`;
  if (format !== 'json') return exportBlocks(title, buildResponseBlocks(profile, reply), format).trimEnd();
  const { status, headers } = reply;
  const { lines } = compareWithRecorded(profile, reply);
  return profileJsonText({ title, differences: lines, response: { status, headers, body: toRecordedBody(reply) } });
}

function hasChanged(profile: Profile, reply: ReplayResponse, comparison: Comparison | undefined): boolean {
  if (comparison === undefined) return compareWithRecorded(profile, reply).lines.length > 0;
  // The request differs on purpose.
  return comparison.omitted > 0 || comparison.differences.some(({ aspect }) => aspect !== 'request');
}
