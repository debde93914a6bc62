import { objectSchema } from './operation-tools.ts';
import type { Tool, ToolAnnotations } from './tool.ts';
import type { JsonSchema } from '../resources/model/json-schema.ts';

/** More tools than this are not listed: assistants receive three tools that find, describe and call the others. */
export const MAX_LISTED_TOOLS = 20;

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
}

/** Returns how the tools of a user are listed: themselves, or the three tools by which they are found. */
export function listTools(tools: readonly Tool[]): readonly ListedTool[] {
  return tools.length > MAX_LISTED_TOOLS ? finderTools(tools) : tools.map(listed);
}

function listed({ name, description, describeInput, annotations }: Tool): ListedTool {
  return { name, description, inputSchema: describeInput(), annotations };
}

export const FINDER_NAMES = { find: 'find_operation', describe: 'describe', call: 'call' } as const;

function finderTools(tools: readonly Tool[]): readonly ListedTool[] {
  const changes = tools.some(({ annotations }) => !annotations.readOnlyHint);
  const destroys = tools.some(({ annotations }) => annotations.destructiveHint);
  const operation: JsonSchema = { type: 'string', description: `A name that ${FINDER_NAMES.find} returned.` };
  const words: JsonSchema = {
    type: 'string',
    description: 'What the operation does, such as "create invoice"; empty for all.',
  };
  const skip: JsonSchema = { type: 'integer', minimum: 0, description: 'How many matches to leave out.' };
  return [
    {
      name: FINDER_NAMES.find,
      description: `Finds operations of this API by words. There are ${tools.length} operations.`,
      inputSchema: objectSchema([
        ['words', words, true],
        ['skip', skip, false],
      ]),
      annotations: READS,
    },
    {
      name: FINDER_NAMES.describe,
      description: 'Returns the description of an operation and the JSON Schema of its arguments.',
      inputSchema: objectSchema([['operation', operation, true]]),
      annotations: READS,
    },
    {
      name: FINDER_NAMES.call,
      description: `Calls an operation. Call ${FINDER_NAMES.describe} first to learn its arguments.`,
      inputSchema: objectSchema([
        ['operation', operation, true],
        ['arguments', { type: 'object', description: 'The arguments of the operation.' }, false],
      ]),
      annotations: { readOnlyHint: !changes, destructiveHint: destroys, idempotentHint: !changes },
    },
  ];
}

const READS: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

/** Returns the tools that match words, best first, with the number of all matches. Without words, returns all. */
export function findTools(
  tools: readonly Tool[],
  words: string,
  skip = 0,
): { readonly total: number; readonly operations: readonly { readonly name: string; readonly description: string }[] } {
  const wanted = getWords(words.slice(0, 500)).slice(0, 20);
  const scored = tools.map((tool) => ({ tool, score: getScore(tool, wanted) }));
  const matches = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  return {
    total: matches.length,
    operations: matches.slice(skip, skip + MAX_FOUND).map(({ tool: { name, description } }) => ({
      name,
      description: description.length > 200 ? `${description.slice(0, 200)}…` : description,
    })),
  };
}

const MAX_FOUND = 20;

// A word of the name counts more than one of the description.
function getScore({ name, description }: Tool, wanted: readonly string[]): number {
  if (wanted.length === 0) return 1;
  const named = new Set(getWords(name));
  const text = description.toLowerCase();
  return wanted.reduce(
    (sum, word) =>
      sum + (named.has(word) ? 10 : [...named].some((value) => similar(value, word)) ? 6 : text.includes(word) ? 1 : 0),
    0,
  );
}

// `city` and `cities`, `invoice` and `invoices`.
function similar(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return length >= 3 && one.slice(0, Math.max(3, length - 1)) === other.slice(0, Math.max(3, length - 1));
}

function getWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Returns the description of a tool and the schema of its arguments. */
export function describeTool({ method, path, ...tool }: Tool): Record<string, unknown> {
  const { name, description, inputSchema, annotations } = listed({ method, path, ...tool });
  return { name, description, request: `${method} ${path}`, arguments: inputSchema, annotations };
}
