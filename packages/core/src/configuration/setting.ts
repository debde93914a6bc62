import type { Duration } from '../http/duration.ts';
import { formatValue, issue, validateUnknownKeys } from './config-issue.ts';
import type { ConfigIssue } from './config-issue.ts';

/**
 * A declared setting: the values that it accepts, its default, and the issue of any other value. `Accepted` is the type of the public
 * configuration; `IsDefined` is true if the setting has a default or is required.
 */
export class Setting<in Accepted, out IsDefined = boolean> {
  declare readonly '~accepts'?: (value: Accepted) => void;
  declare readonly '~isDefined'?: IsDefined;
  readonly rules: SettingRules;
  readonly options: SettingOptions;

  constructor(rules: SettingRules, options: SettingOptions) {
    this.rules = rules;
    this.options = options;
  }

  /**
   * Yields the issues of a value.
   *
   * @param path the path of the setting, such as `health.timeout`
   * @param inheritedCode the code of the group, for settings without their own
   * @param isGiven whether the group has the setting, with any value
   */
  *validate(
    path: string,
    value: unknown,
    inheritedCode: string = 'ORIEL_CONFIG_CHOICE',
    isGiven = false,
  ): Generator<ConfigIssue> {
    const { code = this.rules.code ?? inheritedCode, isRequired = false, fix = this.rules.fix } = this.options;
    if (value === undefined && !isRequired && !(isGiven && this.options.rejectsUndefined)) return;
    if (value !== undefined && this.rules.accepts(value)) {
      yield* this.rules.validateParts?.(path, value as never, code) ?? [];
      yield* this.options.validate?.(value as never, path) ?? [];
      return;
    }
    const reason = this.options.reason ?? this.rules.reason ?? ((other) => `It is ${formatValue(other)}`);
    yield issue(code, path, reason(value), typeof fix === 'function' ? fix(value) : (fix ?? 'Remove it'));
  }

  /** Returns the value, or the default, as the host uses it: durations in milliseconds. */
  resolve(value: unknown): unknown {
    const given = value ?? this.options.default;
    return given === undefined || this.rules.convert === undefined ? given : this.rules.convert(given as never);
  }
}

/** What a kind of settings has in common. */
export interface SettingRules {
  /** Whether the value itself is accepted. Its parts are validated by `validateParts`. */
  readonly accepts: (value: unknown) => boolean;
  readonly validateParts?: (path: string, value: never, code: string) => Iterable<ConfigIssue>;
  readonly convert?: (value: never) => unknown;
  readonly code?: string;
  readonly reason?: (value: unknown) => string;
  readonly fix?: string | ((value: unknown) => string);
}

/** What every declaration may have. */
export interface SettingOptions<Value = never> {
  readonly default?: unknown;
  readonly isRequired?: boolean;
  /** Whether a value of undefined is an issue, because it usually is an environment variable that is not set. */
  readonly rejectsUndefined?: boolean;
  /** The code of its issues; by default that of its kind or of its group. */
  readonly code?: string;
  /** What a value that is not accepted is; by default its text. Settings with secrets must not show it. */
  readonly reason?: (value: unknown) => string;
  readonly fix?: string | ((value: unknown) => string);
  /** Yields further issues of an accepted value. */
  readonly validate?: (value: Value, path: string) => Iterable<ConfigIssue>;
}

/** The declarations of all settings of a type of the public configuration. The compiler reports missing and wrong ones. */
export type Settings<Config> = { readonly [Name in keyof Config]-?: Setting<Exclude<Config[Name], undefined>> };

/** A configuration with defaults, and with durations in milliseconds. */
export type Resolved<Config, Declared> = {
  readonly [Name in keyof Config]-?:
    | ([Exclude<Config[Name], undefined>] extends [Duration] ? number : Exclude<Config[Name], undefined>)
    | (Name extends keyof Declared ? (Declared[Name] extends Setting<never, true> ? never : undefined) : undefined);
};

/** Returns the configuration with the defaults of what it does not set. It must be validated. */
export function withDefaults<Config extends object, Declared extends Settings<Config>>(
  declared: Declared,
  config: Config,
): Resolved<Config, Declared> {
  const given = config as Readonly<Record<string, unknown>>;
  const resolved = Object.entries<Setting<never>>(declared).map(([name, value]) => [name, value.resolve(given[name])]);
  return Object.fromEntries(resolved) as Resolved<Config, Declared>;
}

/** Yields the issues of a group: unknown settings, then those of each setting. @param prefix such as `health.` */
export function* validateSettings(
  declared: Readonly<Record<string, Setting<never>>>,
  group: object,
  prefix: string,
  code?: string,
): Generator<ConfigIssue> {
  yield* validateUnknownKeys(group, Object.keys(declared), prefix);
  const given = group as Readonly<Record<string, unknown>>;
  for (const [name, member] of Object.entries(declared))
    yield* member.validate(prefix + name, given[name], code, name in group);
}

/**
 * Validates a group, and returns its settings without those that have an issue, so that other code can rely on their types. Unknown
 * settings are issues that concern no other setting.
 *
 * @param prefix such as `health.`
 */
export function selectValid<Config extends object>(
  declared: Settings<Config>,
  config: Config,
  prefix: string,
): { readonly valid: Config; readonly issues: ConfigIssue[] } {
  const issues = [...validateSettings(declared, config, prefix)];
  const invalid = issues
    .filter(({ code }) => code !== 'ORIEL_CONFIG_KEY')
    .map(({ place }) => place.slice(prefix.length).split(/[.[]/, 1)[0]!);
  const valid = Object.entries(config).filter(([name]) => !invalid.includes(name));
  return { valid: Object.fromEntries(valid) as Config, issues };
}
