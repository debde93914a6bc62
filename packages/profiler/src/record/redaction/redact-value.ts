import { types } from 'node:util';
import { ownElements } from 'oriel-core/errors';
import { isMasked, MASK } from 'oriel-core/redaction';
import type { SecretNames } from 'oriel-core/redaction';
import type { PlainRules } from '../is-plain-json.ts';
import { VALUE_BOUNDS, copyValue } from '../copy-value.ts';
import type { CopyRules, ReadMember, ValueBounds } from '../copy-value.ts';
import { NO_CONTEXT, enterMember, enterObject, isSecretDocument } from './name-context.ts';
import type { Context } from './name-context.ts';

/** What redacts the values of names, the texts in a value, and the parameters of SQL statements. */
export interface ValueRules extends PlainRules {
  readonly names: SecretNames;
  readonly text: (text: string) => string;
  readonly sqlParameters: (sql: string, parameters: readonly unknown[]) => unknown;
}

/** Copies a value as plain data without its secrets. */
export function redactValue(value: unknown, rules: ValueRules, bounds = VALUE_BOUNDS): unknown {
  return copyValue(value, NO_CONTEXT, new RedactingRules(rules, false), bounds);
}

/**
 * Returns a copy of parsed JSON with all of its members, or undefined if nothing in it is a secret.
 *
 * @param masksTexts whether the value is a part of a document of references with a secret name
 */
export function redactParsed(value: unknown, rules: ValueRules, masksTexts = false): { copy: unknown } | undefined {
  const redacting = new RedactingRules(rules, true);
  const copy = copyValue(value, { ...NO_CONTEXT, masksTexts }, redacting, WITHOUT_BOUNDS);
  return redacting.isChanged ? { copy } : undefined;
}

const WITHOUT_BOUNDS: ValueBounds = {
  depth: 500,
  breadth: Infinity,
  entries: Infinity,
  text: Infinity,
  total: Infinity,
};

/** Masks the secrets in a value while it is copied. */
class RedactingRules implements CopyRules<Context> {
  isChanged = false;
  readonly #rules: ValueRules;
  readonly #isParsed: boolean;

  /** @param isParsed whether the values are those of JSON, which have no getters */
  constructor(rules: ValueRules, isParsed: boolean) {
    this.#rules = rules;
    this.#isParsed = isParsed;
  }

  text(text: string, { inherited, masksTexts }: Context): string {
    const redacted = isMasked(masksTexts ? 'secret' : inherited, text) ? MASK : this.#rules.text(text);
    if (redacted !== text) this.isChanged = true;
    return redacted;
  }

  number(value: number | bigint, { inherited }: Context): string | number {
    const isSecret =
      isMasked(inherited, value) || (value > MIN_CARD_NUMBER && this.#rules.text(String(value)) !== String(value));
    if (isSecret) this.isChanged = true;
    return isSecret ? MASK : Number(value);
  }

  opaque({ inherited }: Context): string | undefined {
    return inherited === 'secret' ? MASK : undefined;
  }

  list(
    list: readonly unknown[] | undefined,
    size: number,
    isInList: boolean,
    outer: Context,
  ): (value: unknown) => Context {
    const masksTexts =
      outer.masksTexts || (this.#isParsed && list !== undefined && isSecretDocument(list, this.#rules.names));
    const context = masksTexts === outer.masksTexts ? outer : { ...outer, masksTexts };
    const isPair = isInList && size === 2;
    let name = '';
    return (value) => {
      if (typeof value !== 'string') return context;
      const sensitivity =
        name === '' || context.inherited !== 'harmless' ? 'harmless' : this.#rules.names.classify(name);
      name = value.length < MAX_NAME_LENGTH ? value : '';
      // In a list, only a value that looks random follows a name. Messages about a field are lists of sentences.
      if (sensitivity !== 'harmless') return { ...context, inherited: isPair ? sensitivity : 'likely' };
      return context.inherited !== 'harmless' && SENTENCE.test(value) ? { ...NO_CONTEXT, masksTexts } : context;
    };
  }

  object(keys: readonly string[], read: ReadMember, outer: Context): (key: string, value: unknown) => Context {
    const context = enterObject(outer, keys, read, this.#rules.names, this.#isParsed);
    return (key, value) => enterMember(context, key, value, this.#rules.names);
  }

  // ORMs and drivers put the statement and its parameters into their errors and log records.
  member(key: string, value: unknown, read: ReadMember): unknown {
    if (!PARAMETERS.has(key) || !Array.isArray(value) || types.isProxy(value)) return undefined;
    const sql = STATEMENTS.map(read).find((text) => typeof text === 'string' && STATEMENT.test(text));
    if (typeof sql !== 'string') return undefined;
    this.isChanged = true;
    return this.#rules.sqlParameters(sql, Array.from(ownElements(value)).slice(0, MAX_PARAMETERS));
  }
}

const PARAMETERS: ReadonlySet<string> = new Set(['parameters', 'params', 'bindings', 'values']);
const STATEMENTS = ['sql', 'query', 'statement', 'text'];
const STATEMENT = /^\s*(?:select|insert|update|delete|with|replace|merge|create|alter)\s/i;
const MAX_PARAMETERS = 500;
/** Smaller numbers are no numbers of cards. */
export const MIN_CARD_NUMBER = 1e12;
const MAX_NAME_LENGTH = 200;
const SENTENCE = /^[A-Z][\w'-]* [^\n ]+ [^\n]*[.!]$/;
