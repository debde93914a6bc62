import { ENGLISH } from './english.ts';
import type { MessageCode, MessageTexts, ParameterName } from './english.ts';

/** A text for clients: a message, which is translated, or a plain string, which is not. */
export type ClientText = string | Translatable;

/** The value of a parameter. A message is translated as well. */
export type MessageParameter = string | number | Translatable;

/** The parameters of a message, by the names in braces of its English text. */
export type MessageParameters<Code extends MessageCode> = Readonly<
  Record<ParameterName<(typeof ENGLISH)[Code]>, MessageParameter>
>;

/**
 * Creates a message. The code selects its text in the catalogue of a language.
 *
 * @example
 * ```ts
 * import { message } from './message.ts';
 * `${message('body.too-large', { bytes: 10 })}`; // => 'The body may have at most 10 bytes'
 * ```
 */
export function message<Code extends MessageCode>(
  code: Code,
  ...[parameters]: [ParameterName<(typeof ENGLISH)[Code]>] extends [never] ? [] : [MessageParameters<Code>]
): Message {
  return new Message(code, parameters ?? NO_PARAMETERS);
}

/** A text that is written in the language of the client. As a string and in JSON it is English. */
export abstract class Translatable {
  /** Returns the text in a language. */
  abstract format(texts: MessageTexts): string;

  toString(): string {
    return this.format(ENGLISH);
  }

  toJSON(): string {
    return this.toString();
  }
}

/** A message with its parameters; `message()` creates it. */
export class Message extends Translatable {
  readonly code: MessageCode;
  readonly parameters: Readonly<Record<string, MessageParameter>>;

  constructor(code: MessageCode, parameters: Readonly<Record<string, MessageParameter>>) {
    super();
    this.code = code;
    this.parameters = parameters;
  }

  format(texts: MessageTexts): string {
    const template: string = texts[this.code];
    return this.parameters === NO_PARAMETERS ? template : fill(template, this.parameters, texts);
  }
}

/** Returns a text in a language. */
export function formatText(text: ClientText, texts: MessageTexts): string {
  return typeof text === 'string' ? text : text.format(texts);
}

const NO_PARAMETERS: Readonly<Record<string, never>> = Object.freeze({});

// Replaces the names in braces with the parameters. Braces without a parameter are part of the text.
function fill(template: string, parameters: Readonly<Record<string, MessageParameter>>, texts: MessageTexts): string {
  let result = '';
  let copied = 0;
  for (let open = template.indexOf('{'); open >= 0; open = template.indexOf('{', open + 1)) {
    const close = template.indexOf('}', open);
    if (close < 0) break;
    const value = parameters[template.slice(open + 1, close)];
    if (value === undefined) continue;
    result += template.slice(copied, open) + (typeof value === 'object' ? value.format(texts) : value);
    copied = close + 1;
  }
  return result + template.slice(copied);
}
