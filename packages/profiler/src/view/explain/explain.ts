import { span } from 'oriel-core/error-pages';
import { printableLine } from 'oriel-core/errors';
import { toList } from '../../profile/recorded-values.ts';
import type { Profile } from '../../profile/profile.ts';
import { toComparable } from '../compare/comparable.ts';
import type { Comparable, Work } from '../compare/comparable.ts';
import { formatCount, formatDuration, formatStatusCode } from '../render/format.ts';
import { UNTRUSTED_NOTICE } from '../render/blocks-markdown.ts';
import { readStoredException } from '../render/blocks-exception.ts';
import type { UnusualProfile } from '../routes/typical.ts';

/**
 * Explains a profile in at most 60 lines of Markdown, about 500 tokens of a language model: what happened, the findings with their
 * lines, the exception, the work by its kind, and the commands that show more. Recorded text is in code spans, which it cannot close.
 *
 * @param unusual what is unusual for the route, if it is known
 */
export function explainProfile(profile: Profile, unusual?: UnusualProfile): string {
  const head = [...describeRequest(profile), ...(unusual === undefined ? [] : [unusual.text]), '', UNTRUSTED_NOTICE];
  const foot = [
    '',
    `More: ${listCommands(profile, unusual)
      .map((command) => span(command))
      .join(', ')}`,
  ];
  const facts = toComparable(profile);
  const sections: readonly Section[] = [
    ['Findings', 6, listFindings(profile)],
    ['Exception', 6, listException(profile)],
    ['Failed', 4, listFailures(facts)],
    ['Queries', 5, listWork(facts.work.database)],
    ['Logged', 4, listLogs(profile)],
    ['Outgoing calls', 5, listWork(facts.work['http-client'])],
    ['Commands of caches', 5, listWork(facts.work.redis)],
    ['Longest spans', 5, listSpans(profile)],
    ['Not known', 3, facts.missing.map((text) => `- ${code(text)}`)],
  ];
  return `${[...head, ...fill(sections, [...head, ...foot]), ...foot].join('\n')}\n`;
}

/** A heading, the maximum number of its lines, and all of them, the most important ones first. */
type Section = readonly [title: string, maxLines: number, lines: readonly string[]];

const MAX_LINES = 60;
const MAX_TOKENS = 430;
const MAX_TEXT = 160;
/** For line breaks, headings and numbers of omitted lines. */
const LINE_TOKENS = 4;

/** Estimates the tokens of a text, rather too high: parts of words, up to three digits, and punctuation. */
function estimateTokens(text: string): number {
  const pieces = text.match(/[A-Za-z]+|\d{1,3}|[^\sA-Za-z\d]+/g) ?? [];
  return pieces.reduce((sum, piece) => sum + Math.ceil(piece.length / (/[A-Za-z]/.test(piece) ? 4 : 2)), 0);
}

function fill(sections: readonly Section[], fixed: readonly string[]): string[] {
  let tokens = estimateTokens(fixed.join('\n'));
  let lines = fixed.length;
  const filled: string[] = [];
  for (const [title, maxLines, all] of sections) {
    const shownLines: string[] = [];
    for (const line of all.slice(0, maxLines)) {
      const added = estimateTokens(shownLines.length === 0 ? `${title}${line}` : line) + LINE_TOKENS;
      if (tokens + added > MAX_TOKENS || lines + 4 > MAX_LINES) break;
      tokens += added;
      lines += shownLines.length === 0 ? 3 : 1;
      shownLines.push(line);
    }
    const rest = all.length - shownLines.length;
    if (shownLines.length > 0) filled.push('', `${title}:`, ...shownLines, ...(rest > 0 ? [`- ${rest} more`] : []));
    else if (rest > 0) filled.push('', `${title}: ${rest}`);
  }
  return filled;
}

function describeRequest({ summary, data }: Profile): string[] {
  const { method, path, status, duration, route, token, aborted, dbCount, dbTime, httpCount } = summary;
  const outcome = `${formatStatusCode(status)}${aborted ? ', aborted' : ''} in ${formatDuration(duration)}`;
  const counts = [
    ...(dbCount > 0 ? [`${formatCount(dbCount, 'query', 'queries')} in ${formatDuration(dbTime)}`] : []),
    ...(httpCount > 0 ? [formatCount(httpCount, 'outgoing call')] : []),
  ];
  const handler = data.request?.handler;
  return [
    `# ${code(`${method} ${path}`, 100)}: ${outcome}`,
    '',
    [
      `Profile ${code(token)}`,
      route === undefined ? 'no route' : `route ${code(route, 100)}`,
      ...(typeof handler === 'string' && handler !== '' ? [`handler ${code(handler, 80)}`] : []),
      ...counts,
    ].join(' · '),
  ];
}

function listCommands({ summary: { token, url, dbCount } }: Profile, unusual: UnusualProfile | undefined): string[] {
  return [
    `npx oriel show ${token}${dbCount > 0 ? ' --panel database' : ''}`,
    ...(unusual === undefined ? [] : [`npx oriel compare ${unusual.typical} ${token}`]),
    ...(/^https?:/i.test(url) ? [`npx oriel replay ${token}`] : []),
  ];
}

function listFindings({ data }: Profile): string[] {
  const found = toList(data.findings).toSorted(
    (one, other) => rankSeverity(one.severity) - rankSeverity(other.severity),
  );
  return found.map(({ severity, text }) => `- ${readSeverity(severity)}: ${code(text, 220)}`);
}

const SEVERITIES = ['error', 'warning', 'info'];

// The file of a store may have been edited.
function readSeverity(severity: string): string {
  return SEVERITIES[rankSeverity(severity)]!;
}

function rankSeverity(severity: string): number {
  const found = SEVERITIES.indexOf(severity);
  return found < 0 ? SEVERITIES.length - 1 : found;
}

function listException({ data }: Profile): string[] {
  const [exception, ...causes] = readStoredException(data.exception)?.exceptions ?? [];
  if (exception === undefined) return [];
  return [
    `- ${code(`${exception.className}: ${exception.message}`, 300)}`,
    ...exception.frames
      .filter(({ kind }) => kind === 'yours')
      .map(({ function: name, shortFile, line }) => `- at ${code(`${name} (${shortFile}:${line})`)}`),
    ...causes.map(({ className, message }) => `- caused by ${code(`${className}: ${message}`)}`),
  ];
}

function listFailures({ work }: Comparable): string[] {
  return Object.values(work)
    .flat()
    .filter(({ outcome }) => outcome === 'failed' || Number(outcome) >= 400)
    .map((call) => `- ${describeWork(call)}: ${code(call.outcome, 20)}`);
}

function listWork(work: readonly Work[]): string[] {
  const sorted = work.toSorted((one, other) => other.milliseconds - one.milliseconds);
  return sorted.map((call) => `- ${describeWork(call)}`);
}

function describeWork({ shape, caller, count, milliseconds }: Work): string {
  const times = count > 1 ? ` ×${count}` : '';
  return `${code(shape)}${times}, ${formatDuration(milliseconds)}${caller === '' ? '' : ` at ${code(caller, 80)}`}`;
}

function listLogs({ data }: Profile): string[] {
  const severe = toList(data.logs).filter(({ level }) => !['debug', 'info', 'notice'].includes(level));
  return severe.map(({ level, message }) => `- ${code(`${level}: ${String(message)}`)}`);
}

function listSpans({ data, summary }: Profile): string[] {
  const spans = toList(data.spans)
    .filter(({ kind, duration }) => !WORK.has(kind) && duration >= summary.duration / 10)
    .toSorted((one, other) => other.duration - one.duration);
  return spans.map(
    ({ name, start, duration }) => `- ${code(name, 80)}, ${formatDuration(duration)} from ${formatDuration(start)}`,
  );
}

const WORK: ReadonlySet<string> = new Set(['db', 'http', 'cache', 'mail']);

function code(text: string, most = MAX_TEXT): string {
  return span(printableLine(String(text), most));
}
