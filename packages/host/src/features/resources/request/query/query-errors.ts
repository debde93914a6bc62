import { didYouMean } from 'oriel-core/http';
import type { OperationCall } from '../../model/operation-call.ts';
import { listGroupable, splitGroupedName } from './filter-groups.ts';
import { isVisibleParameter } from './order-parameter.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { OperationQuery } from '../../model/operation.ts';

/** Describes an unknown parameter. A parameter that is hidden from the user gets the same description. */
export function describeUnknownParameter(name: string, query: OperationQuery, call: OperationCall): Message {
  const known = [...query.parameters.values()].filter((parameter) => isVisibleParameter(parameter, call));
  const names = known.map((parameter) => parameter.name);
  const equivalent = nameInDialect(name, query, call);
  if (equivalent !== undefined)
    return message('parameter.other-dialect', { dialect: query.dialect.name, name: equivalent });
  const grouped = splitGroupedName(name, query.dialect)?.name;
  const meant = grouped === undefined ? didYouMean(name, names) : suggestInGroup(name, grouped, call);
  return meant === undefined
    ? message('parameter.unknown', { names: abbreviate(names).join(', ') })
    : message('parameter.unknown-did-you-mean', { name: meant });
}

// Finds the name of a parameter of another dialect in this one.
function nameInDialect(name: string, query: OperationQuery, call: OperationCall): string | undefined {
  for (const other of call.operation.queries.values()) {
    const meaning = other === query ? undefined : other.parameters.get(name)?.meaning;
    if (meaning === undefined) continue;
    for (const parameter of query.parameters.values())
      if (parameter.meaning === meaning && isVisibleParameter(parameter, call)) return parameter.name;
  }
  return undefined;
}

// or[0][titel] → or[0][title]
function suggestInGroup(grouped: string, name: string, call: OperationCall): string | undefined {
  const known = listGroupable(call.operation.resource).filter((parameter) => isVisibleParameter(parameter, call));
  const meant = didYouMean(
    name,
    known.map((parameter) => parameter.name),
  );
  const group = grouped.slice(0, -`[${name}]`.length);
  return meant?.replace(/^([^[]+)(.*)$/s, `${group}[$1]$2`);
}

// price[gt], price[lt], title, title[] → price[gt|lt], title
function abbreviate(names: readonly string[]): string[] {
  const groups = Map.groupBy(names, (name) => name.replace(/\[[^[]*\]$/, ''));
  return [...groups].map(([base, members]) => {
    const inside = members.map((name) => name.slice(base.length + 1, -1)).filter((text) => text !== '');
    if (inside.length > 0) return `${base}[${inside.join('|')}]`;
    return members.includes(base) ? base : `${base}[]`;
  });
}
