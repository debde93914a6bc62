import { relative, resolve } from 'node:path';
import { SourceExcerpts, tryRead } from 'oriel-core/errors';
import type { Profile } from '../../profile/profile.ts';
import { SourceMaps } from './source-maps.ts';

/**
 * Returns a profile whose positions in compiled files, such as `dist/cart.js:41`, are those of their sources. The store keeps the
 * recorded ones, because reading source maps takes long. Positions without a source map stay as they are.
 *
 * @param root the folder whose files may be read
 */
export function mapProfile(profile: Profile, root: string): Profile {
  return tryRead(() => mapPositions(profile, root), profile);
}

/** Returns the folder of the application that recorded a profile; undefined for profiles that do not have it. */
export function recordedRoot({ data }: Profile): string | undefined {
  const root: unknown = data.config?.['root'];
  return typeof root === 'string' ? root : undefined;
}

function mapPositions(profile: Profile, root: string): Profile {
  const folder = recordedRoot(profile) ?? root;
  const maps = new SourceMaps(root);
  const excerpts = new SourceExcerpts(root);
  const texts = new Map<string, string>();

  const mapText = (text: string): string => {
    if (text.length > MAX_TEXT_LENGTH) return text;
    let mapped = texts.get(text);
    if (mapped === undefined && texts.size < MAX_TEXTS) {
      mapped = text.replace(PLACE, (location, file: string, line: string, column?: string) => {
        const number = column === undefined ? undefined : Number(column);
        const found = maps.find(resolve(folder, file), Number(line), number);
        return found === undefined ? location : `${relative(root, found.file)}:${found.line}`;
      });
      texts.set(text, mapped);
    }
    return mapped ?? text;
  };

  const mapFrame = (frame: Readonly<Record<string, unknown>>): unknown => {
    const column = typeof frame['column'] === 'number' && frame['column'] > 0 ? frame['column'] : undefined;
    const found = maps.find(resolve(folder, String(frame['file'])), Number(frame['line']), column);
    if (found === undefined) return frame;
    const { excerpt: _, ...rest } = frame;
    const excerpt = frame['excerpt'] && excerpts.around(found.file, found.line, found.column);
    return {
      ...rest,
      ...found,
      ...('shortFile' in frame ? { shortFile: relative(root, found.file) } : {}),
      ...(excerpt ? { excerpt } : {}),
    };
  };

  const mapValue = (value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) return mapChanged(value, (element) => mapValue(element, depth + 1));
    const object = value as Readonly<Record<string, unknown>>;
    if (typeof object['file'] === 'string' && typeof object['line'] === 'number') return mapFrame(object);
    let changed: Record<string, unknown> | undefined;
    for (const [name, member] of Object.entries(object)) {
      const mapped = TEXTS.has(name) && typeof member === 'string' ? mapText(member) : mapValue(member, depth + 1);
      if (mapped !== member) (changed ??= { ...object })[name] = mapped;
    }
    return changed ?? value;
  };

  const data = { ...profile.data } as Record<string, unknown>;
  for (const name of ['spans', 'findings', 'exception', 'pipeline', 'routing'])
    if (data[name] !== undefined) data[name] = mapValue(data[name], 0);
  return { ...profile, data: data as unknown as Profile['data'] };
}

function mapChanged(list: readonly unknown[], map: (value: unknown) => unknown): readonly unknown[] {
  const mapped = list.map(map);
  return mapped.some((element, index) => element !== list[index]) ? mapped : list;
}

// The members that contain positions: of queries and calls, findings, middleware and handlers.
const TEXTS: ReadonlySet<string> = new Set(['caller', 'text', 'listener', 'place', 'handler']);
const PLACE = /([\w@.~/\\%()[\]-]{0,300}[\w-]\.[cm]?js):(\d{1,7})(?::(\d{1,9}))?/g;
const MAX_DEPTH = 8;
const MAX_TEXT_LENGTH = 2_000;
const MAX_TEXTS = 2_000;
