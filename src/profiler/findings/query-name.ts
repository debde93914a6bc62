/** A statement in a few words, such as `country by code` or `insert city`. */
export function nameOfQuery(sql: string): string {
  const text = sql.slice(0, 4_000).replace(/["`[\]]/g, '');
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  const table = /\b(?:from|into|update)\s+(?:\w+\.)?(\w+)/i.exec(text)?.[1];
  if (table === undefined) return text.trim().slice(0, 80);
  const condition = /\bwhere\s+([\s\S]{1,500})/i.exec(text)?.[1] ?? '';
  const columns = [...condition.matchAll(/(?:\w+\.)?(\w+)\s*(?:=|\bin\b|\blike\b|[<>])/gi)].map(
    ([, column]) => column!,
  );
  const by = columns.length === 0 ? '' : ` by ${[...new Set(columns)].slice(0, 3).join(', ')}`;
  return `${verb === 'select' || verb === 'with' ? '' : `${verb} `}${table}${by}`;
}
