import { formatDeprecation, parseDay } from '../../../core/http/headers/deprecation.ts';
import { formatHttpDate } from '../../../core/http/headers/http-date.ts';
import { formatLink } from '../../../core/http/headers/link.ts';
import { validateLink } from './validate-link.ts';
import type { DeprecationDefinition } from '../definition/operation-definition.ts';

/** A deprecation, ready to be told. */
export interface Deprecation {
  /** Names and values in turn: Deprecation (RFC 9745) and Sunset (RFC 8594). */
  readonly headers: readonly string[];
  /** The Link values that lead to more about it; empty for none. */
  readonly links: string;
  /** Milliseconds since 1970 from which it is gone; undefined for never. */
  readonly goneFrom: number | undefined;
  /** The day of it, as it was declared. */
  readonly sunset: string | undefined;
}

/** What a declared deprecation has clients told; undefined when there is none, or when its dates are wrong. */
export function createDeprecation(declared: DeprecationDefinition | undefined): Deprecation | undefined {
  if (declared === undefined || validateDeprecation(declared).length > 0) return undefined;
  const { since, sunset, link } = declared;
  const goneFrom = sunset === undefined ? undefined : parseDay(sunset);
  const relations = link === undefined ? [] : ['deprecation', ...(sunset === undefined ? [] : ['sunset'])];
  return {
    headers: [
      ...['Deprecation', formatDeprecation(parseDay(since)!)],
      ...(goneFrom === undefined ? [] : ['Sunset', formatHttpDate(goneFrom)]),
    ],
    links: relations.map((rel) => formatLink({ href: link!, rel, type: 'text/html' })).join(', '),
    goneFrom,
    sunset,
  };
}

/** What is wrong with a declared deprecation: which member, why, and how to mend it. */
export function validateDeprecation({ since, sunset, link }: DeprecationDefinition): [string, string, string][] {
  const flaws: [string, string, string][] = [];
  for (const [name, date] of [
    ['since', since],
    ['sunset', sunset],
  ] as const)
    if ((date !== undefined || name === 'since') && (typeof date !== 'string' || parseDay(date) === undefined))
      flaws.push([
        name,
        `${JSON.stringify(date) ?? 'undefined'} is no date`,
        `Write ${name}: '2026-01-31', or with a time and a zone`,
      ]);
  if (flaws.length === 0 && sunset !== undefined && parseDay(sunset)! < parseDay(since)!)
    flaws.push(['sunset', `It would be gone on ${sunset}, before it is deprecated on ${since}`, 'Give a later date']);
  if (link !== undefined && validateLink({ href: link, rel: 'deprecation' }) !== undefined)
    flaws.push(['link', `${JSON.stringify(link)} is no URL`, "Write a URL, or a path: link: '/changes'"]);
  return flaws;
}
