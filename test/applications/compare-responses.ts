import type { ReceivedResponse } from './public-application.ts';

/**
 * Returns how a response of the recorded application differs from that of the application alone; an empty list if it does not.
 * The lines of the recorder and the values that differ in every run are left out.
 *
 * @param variable parts of header values and bodies that are random or depend on the time
 */
export function compareResponses(
  plain: ReceivedResponse,
  recorded: ReceivedResponse,
  variable: readonly RegExp[],
): readonly string[] {
  const issues: string[] = [];
  if (plain.statusLine !== recorded.statusLine) issues.push(`${plain.statusLine} → ${recorded.statusLine}`);
  const [before, after] = [toLines(plain, variable), toLines(recorded, variable)];
  if (before.join('\n') !== after.join('\n')) issues.push(`headers\n${before.join('\n')}\n→\n${after.join('\n')}`);
  const [plainBody, recordedBody] = [
    replaceVariable(plain.body.toString('latin1'), variable),
    replaceVariable(recorded.body.toString('latin1'), variable),
  ];
  if (plainBody !== recordedBody) issues.push(`body\n${plainBody.slice(0, 2000)}\n→\n${recordedBody.slice(0, 2000)}`);
  return issues;
}

function toLines({ headers }: ReceivedResponse, variable: readonly RegExp[]): readonly string[] {
  return headers.filter((line) => !IGNORED_HEADER.test(line)).map((line) => replaceVariable(line, variable));
}

const IGNORED_HEADER = /^(?:date|x-debug-token(?:-link)?):/i;

// Values of the same length stay comparable.
function replaceVariable(text: string, variable: readonly RegExp[]): string {
  return variable.reduce((rest, pattern) => rest.replaceAll(pattern, (value) => '#'.repeat(value.length)), text);
}
