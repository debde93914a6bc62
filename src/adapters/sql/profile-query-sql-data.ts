import type { QueryTerm } from '../../profiler/index.ts';
import { textCondition } from './profile-query-sql.ts';
import type { Condition } from './profile-query-sql.ts';

/**
 * A term on what only the data of a profile tells. First the JSON text is searched as it is, which nearly every profile
 * fails at; only then is it taken apart.
 */
export function compileDataTerm(term: QueryTerm): Condition {
  const { sql, parameters } = exact(term);
  const wanted = String(term.value);
  if (wanted === '') return { sql, parameters };
  // What JSON writes in its own way would not be found as it is.
  const escaped = JSON.stringify(wanted.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())).slice(1, -1);
  return { sql: `instr(lower(profile_data.data), ?) > 0 and ${sql}`, parameters: [escaped, ...parameters] };
}

function exact(term: QueryTerm): Condition {
  switch (term.field) {
    case 'header': {
      const { sql, parameters } = textCondition("json_extract(line.value, '$[1]')", term);
      const named = `lower(json_extract(line.value, '$[0]')) = ?`;
      const either = ['request', 'response'].map(
        (side) =>
          `exists (select 1 from json_each(profile_data.data, '$.${side}.headers') as line where ${named} and ${sql})`,
      );
      return {
        sql: `(${either.join(' or ')})`,
        parameters: [term.name ?? '', ...parameters, term.name ?? '', ...parameters],
      };
    }
    case 'body': {
      const either = ['request', 'response'].map((side) => {
        const condition = textCondition(`json_extract(profile_data.data, '$.${side}.body.content')`, term);
        return {
          ...condition,
          sql: `(json_extract(profile_data.data, '$.${side}.body.encoding') = 'text' and ${condition.sql})`,
        };
      });
      return {
        sql: `(${either.map(({ sql }) => sql).join(' or ')})`,
        parameters: either.flatMap(({ parameters }) => parameters),
      };
    }
    case 'log': {
      const members = term.operator === 'is' && LEVELS.has(term.value) ? ['level'] : ['message', 'context'];
      const either = members.map((member) => textCondition(`json_extract(entry.value, '$.${member}')`, term));
      const sql = either.map((each) => each.sql).join(' or ');
      return {
        sql: `exists (select 1 from json_each(profile_data.data, '$.logs') as entry where ${sql})`,
        parameters: either.flatMap(({ parameters }) => parameters),
      };
    }
    default: {
      const { sql, parameters } = textCondition(
        `ifnull(json_extract(entry.value, '$.details.sql'), json_extract(entry.value, '$.name'))`,
        term,
      );
      return {
        sql: `exists (select 1 from json_each(profile_data.data, '$.spans') as entry where json_extract(entry.value, '$.kind') = 'db' and ${sql})`,
        parameters,
      };
    }
  }
}

const LEVELS = new Set<unknown>(['debug', 'info', 'notice']);
