import { finding } from './facts.ts';
import type { Rule } from './facts.ts';

const MANY = 500;

/** A long list that was given without pages: it grows with the data, and one day it is too long. */
export const unlimitedListRule: Rule = ({ data, summary }) => {
  const { operation, run } = data;
  const items = run?.given?.items ?? 0;
  if (run?.window?.by !== 'all' || items < MANY || summary.status !== 200) return undefined;
  const why =
    operation?.page?.by === 'none'
      ? `${operation.resource} have \`page: { by: 'none' }\``
      : 'the client switched pages off';
  return finding(
    'unlimited-list',
    'warning',
    'operation',
    `List without limit: ${items} items in one answer, because ${why}`,
  );
};
