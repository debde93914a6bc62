import { formatDeprecation, parseDay } from '../../../http/headers/deprecation.ts';
import { formatHttpDate } from '../../../http/headers/http-date.ts';
import { formatLink } from '../../../http/headers/link.ts';
import type { Deprecation } from '../model/operation.ts';
import type { DeprecationDefinition, AnswerLink } from '../declare/operation-definition.ts';

/** Returns the headers for a declared deprecation; undefined if there is none or it is invalid. */
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

/** Returns the issues of a declared deprecation: member, reason and fix. */
export function validateDeprecation({ since, sunset, link }: DeprecationDefinition): [string, string, string][] {
  const issues: [string, string, string][] = [];
  for (const [name, date] of [
    ['since', since],
    ['sunset', sunset],
  ] as const)
    if ((date !== undefined || name === 'since') && (typeof date !== 'string' || parseDay(date) === undefined))
      issues.push([
        name,
        `${JSON.stringify(date) ?? 'undefined'} is not a date`,
        `Use ${name}: '2026-01-31', or add a time and a zone`,
      ]);
  if (issues.length === 0 && sunset !== undefined && parseDay(sunset)! < parseDay(since)!)
    issues.push(['sunset', `The sunset on ${sunset} is before the deprecation on ${since}`, 'Use a later date']);
  if (link !== undefined && validateLink({ href: link, rel: 'deprecation' }) !== undefined)
    issues.push(['link', `${JSON.stringify(link)} is not a URL`, "Use a URL or a path: link: '/changes'"]);
  return issues;
}

/** Returns why a declared link cannot be written to a Link header; undefined when it is valid. */
export function validateLink({ early: _, ...link }: AnswerLink): string | undefined {
  try {
    formatLink(link);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
