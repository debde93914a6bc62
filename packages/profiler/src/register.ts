/**
 * What `node --import oriel/register app.js` loads: records this process.
 *
 * @module
 */
import { isMainThread } from 'node:worker_threads';
import { getMessage } from 'oriel-core/http';
import { claimRecording } from 'oriel-core/trace';
import { findMissingFeature } from './node/check-runtime.ts';
import { recordBlock } from './node/jobs/record-block.ts';
import { withProfile } from './node/jobs/with-profile.ts';
import { passOn } from './node/pages/pass-on.ts';
import { createProfilerHandler } from './node/pages/profiler-handler.ts';
import { print } from './node/print.ts';
import { isProfilerProgram, isSwitchedOff, readSettings, whyDisabled } from './node/settings.ts';
import { shareRecorder, sharedRecorder } from './node/shared-recorder.ts';
import { startRecording } from './node/start-recording.ts';
import type { ProcessRecorder } from './node/start-recording.ts';

const otherVersion = isSwitchedOff(process.env) ? undefined : claimRecording();
if (otherVersion !== undefined) refuse(otherVersion);
// Another copy of the package may have been loaded before.
else if (sharedRecorder() === undefined) {
  const recorder = start();
  shareRecorder({
    withProfile,
    ...(recorder && { recordBlock: (work) => recordBlock(recorder, work) }),
    profiler: (path) => (recorder === undefined ? passOn : createProfilerHandler(recorder, path)),
  });
}

// Neither an invalid setting nor an old version of Node.js must keep the application from starting.
function start(): ProcessRecorder | undefined {
  const { env } = process;
  if (isSwitchedOff(env) || isProfilerProgram(process.argv[1])) return undefined;
  try {
    const problem = whyDisabled(env) ?? findMissingFeature(env['ORIEL_PROFILER_FILE']);
    if (problem === undefined) return startRecording(readSettings(env), import.meta.url);
    refuse(problem);
  } catch (error) {
    refuse(getMessage(error));
  }
  return undefined;
}

function refuse(problem: string): void {
  if (isMainThread) print(`nothing is recorded: ${problem}`);
}
