import { didYouMean } from 'oriel-core/http';
import type { OperationCall } from '../../model/operation-call.ts';
import { isVisibleParameter } from './order-parameter.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { OperationQuery } from '../../model/operation.ts';

/** Describes an unknown parameter. A parameter that is hidden from the user gets the same description. */
export function describeUnknownParameter(name: string, query: OperationQuery, call: OperationCall): Message {
  const known = [...query.parameters.values()].filter((each) => isVisibleParameter(each, call));
  const names = known.map((each) => each.name);
  const equivalent = nameInDialect(name, query, call);
  if (equivalent !== undefined)
    return message('parameter.other-dialect', { dialect: query.dialect.name, name: equivalent });
  const [, group, base, rest] = GROUPED.exec(name) ?? [];
  const meant = group === undefined ? didYouMean(name, names) : suggestInGroup(group, `${base}${rest}`, call);
  return meant === undefined
    ? message('parameter.unknown', { names: abbreviate(names).join(', ') })
    : message('parameter.unknown-did-you-mean', { name: meant });
}

// Finds the name of a parameter of another dialect in this one.
function nameInDialect(name: string, query: OperationQuery, call: OperationCall): string | undefined {
  for (const other of call.operation.queries.values()) {
    const meaning = other === query ? undefined : other.parameters.get(name)?.meaning;
    if (meaning === undefined) continue;
    for (const each of query.parameters.values())
      if (each.meaning === meaning && isVisibleParameter(each, call)) return each.name;
  }
  return undefined;
}

const GROUPED = /^((?:\w+\[(?:or|not)\]|or|not)\[\d{1,2}\])\[([^[\]]+)\](.*)$/s;

// or[0][titel] → or[0][title]
function suggestInGroup(group: string, name: string, call: OperationCall): string | undefined {
  const known = [...call.operation.resource.filterParameters.values()].filter(
    (each) => each.kind !== 'order' && isVisibleParameter(each, call),
  );
  const meant = didYouMean(
    name,
    known.map((each) => each.name),
  );
  return meant?.replace(/^([^[]+)(.*)$/s, `${group}[$1]$2`);
}

// price[gt], price[lt], title, title[] → price[gt|lt], title
function abbreviate(names: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const bracket = name.endsWith(']') ? name.lastIndexOf('[') : -1;
    const base = bracket < 0 ? name : name.slice(0, bracket);
    const inside = groups.get(base) ?? [];
    if (bracket >= 0) inside.push(name.slice(bracket + 1, -1));
    groups.set(base, inside);
  }
  return [...groups].map(([base, inside]) => {
    const all = inside.filter((each) => each !== '');
    if (all.length > 0) return `${base}[${all.join('|')}]`;
    return names.includes(base) ? base : `${base}[]`;
  });
}
