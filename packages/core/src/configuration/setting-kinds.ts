import { describeDurationIssue, toMilliseconds } from '../http/duration.ts';
import type { Duration, DurationRange } from '../http/duration.ts';
import { isObject } from '../http/objects.ts';
import { formatValue } from './config-issue.ts';
import { Setting, validateSettings } from './setting.ts';
import type { SettingOptions, SettingRules } from './setting.ts';

type IsDefined<Options> = Options extends { readonly default: unknown } | { readonly isRequired: true } ? true : false;
type Declared = Readonly<Record<string, Setting<never>>>;
/** The type that a group of settings accepts. */
type GroupOf<Group extends Declared> = {
  readonly [Name in keyof Group]?: Group[Name] extends Setting<infer Accepted> ? Accepted | undefined : never;
};

/** A duration. Its default may have a unit. */
export function duration<const Options extends SettingOptions<Duration> & DurationRange = object>(
  options?: Options & SettingOptions<Duration> & DurationRange,
): Setting<Duration, IsDefined<Options>> {
  const rules: SettingRules = {
    accepts: (value) => describeDurationIssue(value, options) === undefined,
    convert: toMilliseconds,
    code: 'ORIEL_CONFIG_DURATION',
    fix: () => `Set ${describeDurationIssue(undefined, options)}`,
  };
  return new Setting(rules, options ?? {});
}

interface NumberOptions extends SettingOptions<number> {
  /** Default 0. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Whether fractions are accepted. Default false. */
  readonly fractions?: boolean;
}

/** A number, by default a whole one that is not negative. */
export function number<const Options extends NumberOptions = object>(
  options?: Options & NumberOptions,
): Setting<number, IsDefined<Options>> {
  const { minimum = 0, maximum = Infinity, fractions = false }: NumberOptions = options ?? {};
  const range = maximum === Infinity ? `of ${minimum} or more` : `from ${minimum} to ${maximum}`;
  const rules: SettingRules = {
    accepts: (value) =>
      typeof value === 'number' &&
      (fractions ? !Number.isNaN(value) : Number.isSafeInteger(value)) &&
      value >= minimum &&
      value <= maximum,
    code: 'ORIEL_CONFIG_NUMBER',
    fix: `Use a ${fractions ? '' : 'whole '}number ${range}`,
  };
  return new Setting(rules, options ?? {});
}

/** `true` or `false`. */
export function boolean<const Options extends SettingOptions<boolean> = object>(
  options?: Options & SettingOptions<boolean>,
): Setting<boolean, IsDefined<Options>> {
  const accepts = (value: unknown): boolean => typeof value === 'boolean';
  return new Setting({ accepts, code: 'ORIEL_CONFIG_CHOICE', fix: 'Use true or false' }, options ?? {});
}

/** One of several values. */
export function choice<const Choice extends string | number | boolean, const Options extends SettingOptions = object>(
  choices: readonly Choice[],
  options?: Options & SettingOptions,
): Setting<Choice, IsDefined<Options>> {
  const rules: SettingRules = {
    accepts: (value) => choices.includes(value as Choice),
    code: 'ORIEL_CONFIG_CHOICE',
    reason: (value) => `${formatValue(value)} is not a choice`,
    fix: `Choose ${choices.map((other) => JSON.stringify(other)).join(' or ')}`,
  };
  return new Setting(rules, options ?? {});
}

interface TextOptions extends SettingOptions<string> {
  /** Which texts are accepted; by default all but the empty one. */
  readonly matches?: RegExp | ((text: string) => boolean);
}

/** A text. */
export function text<const Options extends TextOptions = object>(
  options?: Options & TextOptions,
): Setting<string, IsDefined<Options>> {
  const { matches = (value) => value !== '' }: TextOptions = options ?? {};
  const test = typeof matches === 'function' ? matches : (value: string) => matches.test(value);
  return new Setting(
    { accepts: (value) => typeof value === 'string' && test(value), fix: 'Use a text' },
    options ?? {},
  );
}

interface SecretOptions extends SettingOptions {
  /** The least number of bytes. */
  readonly minimum: number;
  readonly matches?: RegExp;
}

/** A text that no issue shows. */
export function secret<const Options extends SecretOptions>(
  options: Options & SecretOptions,
): Setting<string, IsDefined<Options>> {
  const { minimum, matches = /^/ }: SecretOptions = options;
  const rules: SettingRules = {
    accepts: (value) => typeof value === 'string' && Buffer.byteLength(value) >= minimum && matches.test(value),
    reason: (value) =>
      typeof value === 'string' ? `It has ${Buffer.byteLength(value)} bytes` : `It is of type ${typeof value}`,
  };
  return new Setting(rules, options);
}

/** A function. */
export function callback<const Options extends SettingOptions = object>(
  options?: Options & SettingOptions,
): Setting<(...parameters: never[]) => unknown, IsDefined<Options>> {
  return new Setting({ accepts: (value) => typeof value === 'function', fix: 'Use a function' }, options ?? {});
}

/** An object with the named methods, such as a store. */
export function objectWith<const Options extends SettingOptions = object>(
  methods: readonly string[],
  options?: Options & SettingOptions,
): Setting<object, IsDefined<Options>> {
  const findMissing = (value: unknown): readonly string[] =>
    typeof value === 'object' && value !== null
      ? methods.filter((name) => typeof Reflect.get(value, name) !== 'function')
      : methods;
  const rules: SettingRules = {
    accepts: (value) => typeof value === 'object' && value !== null && findMissing(value).length === 0,
    reason: (value) =>
      isObject(value) ? `It has no ${findMissing(value).join('(), no ')}()` : `It is ${formatValue(value)}`,
  };
  return new Setting(rules, options ?? {});
}

interface AnyOptions extends SettingOptions {
  readonly accepts?: (value: unknown) => boolean;
}

/** A value of any type, which other code validates; or one for which `accepts` returns true. */
export function anything<const Options extends AnyOptions = object>(
  options?: Options & AnyOptions,
): Setting<unknown, IsDefined<Options>> {
  const { accepts = () => true }: AnyOptions = options ?? {};
  return new Setting({ accepts }, options ?? {});
}

interface ListOptions extends SettingOptions<readonly unknown[]> {
  /** The least number of items. Default 0. */
  readonly minimum?: number;
  /** Completes the place of an item, such as with its name. */
  readonly label?: (item: unknown) => string;
}

/** A list whose items are all accepted by `item`. */
export function list<Item, const Options extends ListOptions = object>(
  item: Setting<Item>,
  options?: Options & ListOptions,
): Setting<readonly Item[], IsDefined<Options>> {
  const { minimum = 0, label = () => '' }: ListOptions = options ?? {};
  const rules: SettingRules = {
    accepts: (value) => Array.isArray(value) && value.length >= minimum,
    *validateParts(path, value: readonly unknown[], code) {
      for (const [index, element] of value.entries())
        yield* item.validate(`${path}[${index}]${label(element)}`, element ?? null, code);
    },
    fix: 'Use a list',
  };
  return new Setting(rules, options ?? {});
}

interface RecordOptions extends SettingOptions<Readonly<Record<string, unknown>>> {
  /** Which names are accepted; by default all. */
  readonly names?: RegExp;
  /** Whether a value of undefined is the same as none. Default false. */
  readonly hasOptional?: boolean;
}

/** An object with names that the application chooses, whose values are all accepted by `item`. */
export function record<Item, const Options extends RecordOptions = object>(
  item: Setting<Item>,
  options?: Options & RecordOptions,
): Setting<Readonly<Record<string, Item | undefined>>, IsDefined<Options>> {
  const { names = /^/, hasOptional = false }: RecordOptions = options ?? {};
  const rules: SettingRules = {
    accepts: (value) => isGroup(value) && Object.keys(value as object).every((name) => names.test(name)),
    *validateParts(path, value: object, code) {
      for (const [name, member] of Object.entries(value))
        yield* item.validate(`${path}.${name}`, hasOptional ? member : (member ?? null), code);
    },
    fix: 'Use an object',
  };
  return new Setting(rules, options ?? {});
}

/** A group of settings. Unknown names are issues that suggest the most similar setting. */
export function group<const Group extends Declared, const Options extends SettingOptions = object>(
  settings: Group,
  options?: Options & SettingOptions,
): Setting<GroupOf<Group>, IsDefined<Options>> {
  const rules: SettingRules = {
    accepts: isGroup,
    validateParts: (path, value: object, code) =>
      validateSettings(settings, value, path === '' ? '' : `${path}.`, code),
    fix: 'Use an object',
  };
  return new Setting(rules, options ?? {});
}

/** One of several alternatives, such as a choice, a list or a group. The parts of the value are validated by the one that accepts it. */
export function either<
  const Alternatives extends readonly Setting<never>[],
  const Options extends SettingOptions = object,
>(
  alternatives: Alternatives,
  options?: Options & SettingOptions,
): Setting<
  Alternatives[number] extends infer Each ? (Each extends Setting<infer Accepted> ? Accepted : never) : never,
  IsDefined<Options>
> {
  const find = (value: unknown): Setting<never> | undefined => alternatives.find(({ rules }) => rules.accepts(value));
  const rules: SettingRules = {
    accepts: (value) => find(value) !== undefined,
    validateParts: (path, value, code) => find(value)!.validate(path, value, code),
  };
  return new Setting(rules, options ?? {});
}

// Settings are written as a plain object, of any realm; a list or a date in their place is a mistake.
function isGroup(value: unknown): boolean {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
