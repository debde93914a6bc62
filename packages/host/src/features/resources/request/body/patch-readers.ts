import { parseJson } from '../../../../http/json.ts';
import type { BodyReader, Format } from '../../model/format.ts';
import { parseJsonPatch } from './json-patch.ts';
import { mergePatchBody } from './merge-patch.ts';

/** Returns the readers of PATCH: JSON Merge Patch, JSON Patch and formats whose documents are patches. */
export function patchReaders(formats: readonly Format[]): BodyReader[] {
  const readers = formats.flatMap(({ reader }) => (reader?.patches === true ? [reader] : []));
  return [mergePatchReader, jsonPatchReader, ...readers];
}

/** JSON Merge Patch (RFC 7396), also sent as plain JSON, which generated clients do. */
export const mergePatchReader: BodyReader = {
  name: 'merge-patch',
  types: ['application/merge-patch+json', 'application/json'],
  read: (text) => mergePatchBody(parseJson(text as string)),
};

/** JSON Patch (RFC 6902). */
export const jsonPatchReader: BodyReader = {
  name: 'json-patch',
  types: ['application/json-patch+json'],
  read: (text) => ({ kind: 'patch', patch: parseJsonPatch(parseJson(text as string)) }),
  describe: () => JSON_PATCH,
};

const JSON_PATCH = {
  type: 'array',
  description: 'Operations, applied in order; all of them or none (RFC 6902).',
  items: {
    type: 'object',
    properties: {
      op: { enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
      path: { type: 'string', description: 'A JSON pointer (RFC 6901).' },
      from: { type: 'string' },
      value: {},
    },
    required: ['op', 'path'],
  },
} as const;
