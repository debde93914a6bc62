import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { Setting } from '../../packages/core/src/configuration/setting.ts';
import type { DurationRange } from '../../packages/core/src/http/duration.ts';
import { formatDuration, toMilliseconds } from '../../packages/core/src/http/duration.ts';
import { ROOT, filesMatching, isTest, read } from '../lib/source-files.ts';
import type { Issue } from '../lib/issue.ts';
import { isLiteral, needsDefault } from './option-issues.ts';
import type { Option } from './option-reader.ts';

/** The declared settings of the interfaces in `src/`: `… satisfies Settings<HealthConfig>`. */
export class DeclaredSettings {
  readonly #byInterface = new Map<string, Readonly<Record<string, Setting<never>>>>();

  static async load(): Promise<DeclaredSettings> {
    const declared = new DeclaredSettings();
    for (const path of filesMatching('packages/*/src/**/*.ts').filter((text) => !isTest(text))) {
      const found = [...read(path).matchAll(DECLARATION)];
      if (found.length === 0) continue;
      const module = (await import(pathToFileURL(join(ROOT, path)).href)) as Record<string, object | undefined>;
      for (const [, name, source] of found)
        if (module[name!] !== undefined) declared.#byInterface.set(ALIASES[source!] ?? source!, module[name!] as never);
    }
    return declared;
  }

  /** Returns the range of an option, such as `from 1 ms to 10 min`; undefined without one. */
  range(source: string, { name }: Option): string | undefined {
    const setting = this.#byInterface.get(source)?.[name];
    const { minimum, maximum } = (setting?.options ?? {}) as DurationRange;
    if (setting === undefined || (minimum === undefined && maximum === undefined)) return undefined;
    const format =
      setting.rules.convert === toMilliseconds ? formatDuration : (value: number) => value.toLocaleString('en');
    if (maximum === undefined) return minimum === 0 ? undefined : `at least ${format(minimum!)}`;
    return `${format(minimum ?? 0)} – ${format(maximum)}`;
  }

  /** Returns an option with the default of its declaration if the doc comment states none; without any, it has none. */
  withDefault(source: string, option: Option): Option {
    if (option.default !== undefined || option.isRequired) return option;
    const declared: unknown = this.#byInterface.get(source)?.[option.name]?.options.default;
    if (declared !== undefined) return { ...option, default: JSON.stringify(declared).replaceAll('"', "'") };
    return needsDefault(option) ? option : { ...option, default: '–' };
  }

  /** Reports a doc comment that states another default than the declaration. */
  *findIssues(source: string, option: Option): Generator<Issue> {
    const setting = this.#byInterface.get(source)?.[option.name];
    if (setting === undefined) return;
    const { default: declared, isRequired = false } = setting.options;
    const stated = option.default !== undefined && isLiteral(option.default) ? readLiteral(option.default) : undefined;
    const isSame = [declared, stated].includes(undefined) || JSON.stringify(stated) === JSON.stringify(declared);
    const report = (what: string): Issue => ({
      place: option.place,
      what: `${option.name} ${what}`,
      why: 'the doc comment states what the declaration has',
      fix: 'correct @default, or the declaration',
    });
    if (!isSame) yield report(`has the default ${option.default}, but is declared with ${JSON.stringify(declared)}`);
    if (isRequired !== option.isRequired) yield report(`is declared ${isRequired ? '' : 'not '}to be required`);
  }
}

// Types of declarations that omit the type parameters of an interface.
const ALIASES: Readonly<Record<string, string>> = { AnyDefinition: 'ResourceDefinition' };

const DECLARATION = /^export const (\w+) = \{\n(?:(?!^export ).*\n)*?\} satisfies Settings<(\w+)/gm;

function readLiteral(text: string): unknown {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the code is that of the project
  return new Function(
    `return ${text.includes('.') && /^\w+\.\w+$/.test(text) ? `"${text}"` : `(${text})`}`,
  )() as unknown;
}
