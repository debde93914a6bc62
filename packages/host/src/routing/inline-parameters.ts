/** A path without inline declarations, and what these declared. */
export interface InlineParameters {
  readonly pattern: string;
  readonly requirements: Readonly<Record<string, string>>;
  readonly defaults: Readonly<Record<string, string | null>>;
  readonly mapping: Readonly<Record<string, string>>;
}

const parameter = /\{(!?)([\w\u{80}-\u{10ffff}]+)(:[\w\u{80}-\u{10ffff}]+)?(<.*?>)?(\?[^}]*)?\}/gu;

/**
 * Parses inline declarations such as `{slug:post<[a-z]+>?first}`: a mapping, a requirement and a default, all optional.
 *
 * `{id?}` has the default `null`. Other text in braces is kept.
 */
export function parseInlineParameters(pattern: string): InlineParameters {
  const requirements: [string, string][] = [];
  const defaults: [string, string | null][] = [];
  const mapping: [string, string][] = [];
  const plain = pattern.replace(
    parameter,
    (_, important: string, name: string, mapped?: string, requirement?: string, fallback?: string) => {
      if (fallback !== undefined) defaults.push([name, fallback === '?' ? null : fallback.slice(1)]);
      if (requirement !== undefined) requirements.push([name, requirement.slice(1, -1)]);
      if (mapped !== undefined) mapping.push([name, mapped.slice(1)]);
      return `{${important}${name}}`;
    },
  );
  return {
    pattern: plain,
    requirements: Object.fromEntries(requirements),
    defaults: Object.fromEntries(defaults),
    mapping: Object.fromEntries(mapping),
  };
}
