/** What a difference is about, in the order of the page. Those with a noun are work. */
export const ASPECTS = {
  request: { title: 'Request' },
  status: { title: 'Status' },
  exception: { title: 'Exception' },
  body: { title: 'Body' },
  database: { title: 'Database', noun: 'queries' },
  'http-client': { title: 'HTTP client', noun: 'calls' },
  redis: { title: 'Redis', noun: 'commands' },
  mail: { title: 'Mail', noun: 'messages' },
  headers: { title: 'Headers' },
  pipeline: { title: 'Pipeline', isList: true },
  decisions: { title: 'Decisions', isList: true },
  logs: { title: 'Logs', isList: true },
  findings: { title: 'Findings', isList: true },
} as const;

export type Aspect = keyof typeof ASPECTS;

/** Aspects that are queries, calls, commands or messages. */
export type WorkAspect = 'database' | 'http-client' | 'redis' | 'mail';

/** Aspects that are lists of texts. */
export type ListAspect = 'pipeline' | 'decisions' | 'logs' | 'findings';

/** Returns whether an aspect consists of queries, calls, commands or messages. */
export function isWorkAspect(aspect: Aspect): aspect is WorkAspect {
  return 'noun' in ASPECTS[aspect];
}

/** Returns whether an aspect is a list of texts. */
export function isListAspect(aspect: Aspect): aspect is ListAspect {
  return 'isList' in ASPECTS[aspect];
}

/** A value that was added, removed or changed. All texts are recorded ones or excerpts from them. */
export interface Change {
  readonly kind: 'added' | 'removed' | 'changed';
  /** What differs: a header, a query, a path in the body; empty for the aspect itself. */
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The number of rows of a list with this change, if there are several. */
  readonly rows?: number | undefined;
}

/** A change of queries, calls, commands or messages. */
export interface WorkChange extends Change {
  readonly caller?: string | undefined;
  /** The time that they took, which is shown only. */
  readonly milliseconds?: number | undefined;
  /** The text without its values. */
  readonly shape?: string | undefined;
}

export interface Difference extends WorkChange {
  readonly aspect: Aspect;
}

export const MAX_DIFFERENCES = 1_000;

const MAX_LENGTH = 200;

/** Describes the change of a text, which is undefined where it is absent. */
export function describeChange(path: string, before: string | undefined, after: string | undefined): Change {
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const texts = excerptTexts(before ?? '', after ?? '');
  return {
    kind,
    path: shorten(path),
    ...(before === undefined ? {} : { before: texts.before }),
    ...(after === undefined ? {} : { after: texts.after }),
  };
}

/** Returns a text of at most 200 characters. */
export function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : text;
}

// The excerpts include the first difference.
function excerptTexts(before: string, after: string): { readonly before: string; readonly after: string } {
  const shortest = Math.min(before.length, after.length);
  const longest = Math.max(before.length, after.length);
  let common = 0;
  while (common < shortest && before.charCodeAt(common) === after.charCodeAt(common)) common++;
  const start = longest <= MAX_LENGTH ? 0 : Math.max(0, Math.min(common - MAX_LENGTH / 4, longest - MAX_LENGTH));
  const cut = (text: string): string => shorten(start === 0 ? text : `…${text.slice(start).toWellFormed()}`);
  return { before: cut(before), after: cut(after) };
}
