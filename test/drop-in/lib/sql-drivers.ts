import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Span } from '../../../packages/core/src/trace/trace.ts';
import type { Profile } from '../../../packages/profiler/src/profile/profile.ts';

/** Returns the statements of a profile. */
export function getQueries({ data }: Profile): readonly Query[] {
  return data.spans.filter(({ kind }) => kind === 'db').map(toQuery);
}

/** A statement as it was recorded. */
export interface Query {
  readonly sql: string;
  readonly parameters: unknown;
  /** The database, as OpenTelemetry names it. */
  readonly system: unknown;
  readonly rows: unknown;
  readonly caller: unknown;
  readonly error: string | undefined;
  readonly ended: boolean;
}

function toQuery({ details = {}, error, duration }: Span): Query {
  const { sql, parameters, rows, caller, system } = details;
  return { sql: String(sql), parameters, rows, caller, system, error, ended: duration >= 0 };
}

/** Returns `file:line` of the line with the comment `// <mark>` in an application. */
export function getLine(file: string, mark: string): string {
  const lines = readFileSync(join(import.meta.dirname, '../apps', file), 'utf8').split('\n');
  return `${file}:${lines.findIndex((line) => line.endsWith(`// ${mark}`)) + 1}`;
}
